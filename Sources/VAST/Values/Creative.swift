/// A part of an ad that can be shown: linear, non-linear, companions, or, against the letter of the standard and seen
/// in the field, several of them at once (VAST 4.3, section 3.7).
public struct Creative: Sendable, Hashable {
    /// As the server names it.
    public var id: String?
    /// The server's id of the creative itself; written `AdID` in 2.0.
    public var adID: String?
    /// The order in which creatives are to be shown, from 1. Of several linear ones the first by this is played.
    public var sequence: Int?
    /// What the creative needs, such as `VPAID` or `SIMID`.
    public var apiFramework: String?
    /// Ids in registries; none before 4.0.
    public var universalIDs: [UniversalAdID]
    /// In the document's order; unknown ones are kept as they are.
    public var extensions: [Extension]
    /// The part that plays instead of the content.
    public var linear: Linear?
    /// The part that lies over the content.
    public var nonLinear: NonLinearAds?
    /// The part that stands beside the player or after the video.
    public var companions: CompanionAds?

    /// Makes a creative of its parts.
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
