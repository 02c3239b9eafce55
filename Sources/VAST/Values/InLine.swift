/// A complete ad (VAST 4.3, section 3.4).
public struct InLine: Sendable, Hashable {
    /// The parts that a wrapper also has.
    public var parts: AdParts
    /// The title for display.
    public var title: String
    /// The advertiser of the ad.
    public var advertiser: Advertiser?
    /// The description for display.
    public var description: String?
    /// The topics of the ad, by authority.
    public var categories: [Ad.Category]
    /// The address of a survey; deprecated in 4.1.
    public var survey: URLTemplate?
    /// The id of this delivery, the same on every server of the chain (from 4.1 on).
    public var servingID: String?
    /// How long the ad may be shown after the answer arrived; `nil` for no limit (from 4.1 on).
    public var expires: Duration?

    /// Lists that are not given are empty.
    public init(
        parts: AdParts = AdParts(), title: String = "", advertiser: Advertiser? = nil, description: String? = nil,
        categories: [Ad.Category] = [], survey: URLTemplate? = nil, servingID: String? = nil, expires: Duration? = nil
    ) {
        self.parts = parts
        self.title = title
        self.advertiser = advertiser
        self.description = description
        self.categories = categories
        self.survey = survey
        self.servingID = servingID
        self.expires = expires
    }
}
