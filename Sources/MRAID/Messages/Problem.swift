extension Container {
    /// The reason why a message was refused. The page receives it as an `error` event.
    public struct Problem: Error, Sendable, Hashable {
        /// The reason as a sentence for the author of the ad.
        public var message: String
        /// The name of the method that was called, at most 64 characters. For a message that is not understood, the
        /// name that it gave, or `message`.
        public var action: String

        /// The action is cut to 64 characters.
        public init(_ message: String, action: String) {
            self.message = message
            self.action = String(action.prefix(64))
        }

        init(_ message: String, _ command: Command) {
            self.init(message, action: command.rawValue)
        }
    }
}
