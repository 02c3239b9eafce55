/// A part of an ad: linear, non-linear, or companions (VAST 4.3, section 3.7). The standard allows one kind per
/// creative, but some servers send several.
public struct Creative: Sendable, Hashable {
    /// The ad server's id.
    public var id: String?
    /// The id of the creative itself; the attribute is `AdID` in 2.0.
    public var adID: String?
    /// The order of creatives, from 1. Of several linear creatives the first one is played.
    public var sequence: Int?
    /// The framework that the creative needs, such as `VPAID` or `SIMID`.
    public var apiFramework: String?
    /// Ids in registries (from 4.0 on).
    public var universalIDs: [UniversalAdID]
    /// In the document's order. Unknown extensions are kept unchanged.
    public var extensions: [Extension]
    /// The part that plays instead of the content.
    public var linear: Linear?
    /// The part that lies over the content.
    public var nonLinear: NonLinearAds?
    /// The part beside the player or after the video.
    public var companions: CompanionAds?

    /// Lists that are not given are empty.
    public init(
        id: String? = nil, adID: String? = nil, sequence: Int? = nil, apiFramework: String? = nil,
        universalIDs: [UniversalAdID] = [], extensions: [Extension] = [], linear: Linear? = nil,
        nonLinear: NonLinearAds? = nil, companions: CompanionAds? = nil
    ) {
        self.id = id
        self.adID = adID
        self.sequence = sequence
        self.apiFramework = apiFramework
        self.universalIDs = universalIDs
        self.extensions = extensions
        self.linear = linear
        self.nonLinear = nonLinear
        self.companions = companions
    }
}
