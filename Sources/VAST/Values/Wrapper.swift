/// A pointer to another document, with trackers of its own around it (VAST 4.3, section 3.5).
public struct Wrapper: Sendable, Hashable {
    /// What a complete ad has as well.
    public var parts: AdParts
    /// Where the next document is; `nil` when the document does not say, which fails the ad with 101.
    public var tag: URLTemplate?
    /// Whether the next document may hold wrappers; `nil` when the document does not say, which means yes.
    public var followsAdditionalWrappers: Bool?
    /// Whether more than the first stand-alone ad of the next document may be played; `nil` when the document does not
    /// say, which means no from 3.0 on.
    public var allowsMultipleAds: Bool?
    /// Whether stand-alone ads beside this one may stand in when the next document has none; `nil` when the document
    /// does not say.
    public var fallsBackOnNoAd: Bool?
    /// Categories that nothing below may have (from 4.1 on).
    public var blockedCategories: [Ad.Category]

    /// Makes a wrapper.
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
