extension ResolutionOptions {
    /// How much a resolution takes on, so that no answer can make it endless or large. The bytes of one document are
    /// limited by the parser.
    public struct Limits: Sendable, Hashable {
        /// How many wrappers may follow each other; 5 unless set, as the standard recommends (VAST 4.3, section
        /// 2.3.4.1). The one after that is refused with 302.
        public var wrappers = 5
        /// How many documents are fetched for one plan, over all ads of all pods; 30 unless set. More are refused
        /// with 302.
        public var documents = 30
        /// How many ads of one document are looked at, in its order; 50 unless set. The others are as if not there.
        public var ads = 50
        /// How many trackers and other parts the wrappers of one chain may add to an ad; 1,000 unless set. A wrapper
        /// beyond that is refused with 300.
        public var parts = 1_000
        /// Bytes of a wrapper's address, macros unexpanded; 16 KiB unless set. A longer one is refused with 300.
        public var addressBytes = 16 << 10
        /// How many Error addresses are asked for; 1,000 unless set. The failures stay, without theirs.
        public var pings = 1_000

        /// The limits as documented at each.
        public init() {}
    }
}
