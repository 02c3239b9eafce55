/// A complete ad (VAST 4.3, section 3.4).
public struct InLine: Sendable, Hashable {
    /// What a wrapper has as well.
    public var parts: AdParts
    /// For people.
    public var title: String
    /// The advertiser's name.
    public var advertiser: Advertiser?
    /// For people.
    public var description: String?
    /// What the ad is about, by authority.
    public var categories: [Ad.Category]
    /// An address of a questionnaire; deprecated in 4.1.
    public var survey: URLTemplate?
    /// Names this delivery on every server of the chain (from 4.1 on).
    public var servingID: String?
    /// How long after the answer the ad may still be shown; `nil` for ever (from 4.1 on).
    public var expires: Duration?

    /// Makes an ad.
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
