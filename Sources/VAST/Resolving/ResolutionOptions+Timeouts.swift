extension ResolutionOptions {
    /// How long to wait for documents. A document that is late is a failure with code 301.
    public struct Timeouts: Sendable, Hashable {
        /// For the first document; 5 s unless set.
        public var first: Duration = .seconds(5)
        /// For each document that a wrapper points to; 4 s unless set.
        public var wrapper: Duration = .seconds(4)
        /// For all of them together, from the start on; 15 s unless set. Nothing is fetched after it.
        public var total: Duration = .seconds(15)

        /// The times as documented at each.
        public init(first: Duration = .seconds(5), wrapper: Duration = .seconds(4), total: Duration = .seconds(15)) {
            self.first = first
            self.wrapper = wrapper
            self.total = total
        }
    }
}
