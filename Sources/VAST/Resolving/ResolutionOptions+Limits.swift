extension ResolutionOptions {
    /// The limits of a resolution, so that no answer can make it endless or large. The parser limits the bytes of one
    /// document.
    public struct Limits: Sendable, Hashable {
        /// The longest chain of wrappers. The default is 5, as the standard recommends (VAST 4.3, section 2.3.4.1). The
        /// next wrapper is refused with 302.
        public var wrappers = 5
        /// The largest number of documents fetched for one plan, over all ads of all pods. The default is 30. More are
        /// refused with 302.
        public var documents = 30
        /// The number of ads that are read from one document, in its order. The default is 50. Later ads are ignored.
        public var ads = 50
        /// The number of trackers and other parts that the wrappers of one chain may add to an ad. The default is
        /// 1,000. The wrapper that exceeds it is refused with 300.
        public var parts = 1_000
        /// The length of a wrapper's address in bytes, before macros are replaced. The default is 16 KiB. A longer one
        /// is refused with 300.
        public var addressBytes = 16 << 10
        /// The number of Error addresses to request. The default is 1,000. Further failures are listed without pings.
        public var pings = 1_000

        /// All limits have their default.
        public init() {}
    }
}
