/// Why a message was refused, as the page's `error` event tells it.
public struct Problem: Error, Sendable, Hashable {
    /// A sentence for the ad's author.
    public var message: String
    /// The name of the method that was called, or what came in its place, at most 64 characters.
    public var action: String

    /// A problem of a method by any name.
    public init(_ message: String, action: String) {
        self.message = message
        self.action = String(action.prefix(64))
    }

    init(_ message: String, _ command: Command) {
        self.init(message, action: command.rawValue)
    }
}
