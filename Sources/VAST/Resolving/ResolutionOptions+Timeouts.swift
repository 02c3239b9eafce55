extension ResolutionOptions {
    /// How long to wait for documents. A late document is a failure with code 301.
    public struct Timeouts: Sendable, Hashable {
        /// For the first document. The default is 5 s.
        public var first: Duration = .seconds(5)
        /// For each document that a wrapper points to. The default is 4 s.
        public var wrapper: Duration = .seconds(4)
        /// For all documents together, from the start. The default is 15 s. After it nothing more is fetched.
        public var total: Duration = .seconds(15)

        /// All times have their default.
        public init(first: Duration = .seconds(5), wrapper: Duration = .seconds(4), total: Duration = .seconds(15)) {
            self.first = first
            self.wrapper = wrapper
            self.total = total
        }
    }
}
