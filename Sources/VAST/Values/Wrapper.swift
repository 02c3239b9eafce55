/// A pointer to another document, with its own trackers (VAST 4.3, section 3.5).
public struct Wrapper: Sendable, Hashable {
    /// The parts that a complete ad also has.
    public var parts: AdParts
    /// The address of the next document. If it is `nil`, the ad fails with 101.
    public var tag: URLTemplate?
    /// Whether the next document may contain wrappers; `nil` when not stated, which means yes.
    public var followsAdditionalWrappers: Bool?
    /// Whether more than the first stand-alone ad of the next document may be played; `nil` when not stated, which
    /// means no from 3.0 on.
    public var allowsMultipleAds: Bool?
    /// Whether stand-alone ads of the same document may replace this one if the next document has no ad; `nil` when not
    /// stated.
    public var fallsBackOnNoAd: Bool?
    /// Blocked categories for all documents below (from 4.1 on).
    public var blockedCategories: [Ad.Category]

    /// A wrapper without a `tag` fails with 101.
    public init(
        parts: AdParts = AdParts(), tag: URLTemplate?, followsAdditionalWrappers: Bool? = nil,
        allowsMultipleAds: Bool? = nil, fallsBackOnNoAd: Bool? = nil, blockedCategories: [Ad.Category] = []
    ) {
        self.parts = parts
        self.tag = tag
        self.followsAdditionalWrappers = followsAdditionalWrappers
        self.allowsMultipleAds = allowsMultipleAds
        self.fallsBackOnNoAd = fallsBackOnNoAd
        self.blockedCategories = blockedCategories
    }
}
