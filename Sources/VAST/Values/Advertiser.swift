extension InLine {
    /// The advertiser of an ad.
    public struct Advertiser: Sendable, Hashable {
        /// The ad server's id (from 4.1 on).
        public var id: String?
        /// The name for display.
        public var name: String

        /// `name` is for display.
        public init(id: String? = nil, name: String) {
            self.id = id
            self.name = name
        }
    }
}
