/// An ad ready to be played: the complete ad at the end of a chain, with all that the wrappers above it add.
///
/// Lists begin with the outermost wrapper and end with the complete ad, each in its document's order.
public struct PlannedAd: Sendable, Hashable {
    /// The complete ad, without what the wrappers add.
    public var inLine: InLine
    /// The complete ad's id.
    public var id: String?
    /// Its place in a pod, from 1: the complete ad's own, else that of the nearest wrapper with one; `nil` when it
    /// stands alone.
    public var sequence: Int?
    /// `nil` when no document says, which means video.
    public var medium: Ad.Medium?
    /// Every document of the chain, the outermost first.
    public var origins: [Origin]
    /// To be asked for all at once with the first frame.
    public var impressions: [Sourced<URLTemplate>]
    /// To be asked for with the code of what went wrong.
    public var errors: [Sourced<URLTemplate>]
    /// One of the three lists of each is asked for, once.
    public var viewableImpressions: [Sourced<ViewableImpression>]
    /// To be run before playback.
    public var verifications: [Sourced<Verification>]
    /// The part that plays; `nil` in an ad that has none.
    public var linear: PlannedLinear?
    /// The overlays with their trackers; `nil` in an ad that has none.
    public var nonLinear: PlannedNonLinear?
    /// The companions of every level; those nearest to the complete ad are preferred.
    public var companions: [Sourced<CompanionAds>]
    /// In the chain's order.
    public var extensions: [Sourced<Extension>]
    /// The reading of the resolver's clock from which on the ad may not be shown; `nil` for never (`Expires`, 4.1).
    public var expiry: Duration?
    /// Which of its addresses may leave; a ``Playback`` asks for no other. The resolver's, unless the ad is made by hand.
    public var addresses: AddressPolicy

    /// Makes an ad of its parts; the lists are empty unless given.
    public init(
        inLine: InLine, id: String? = nil, sequence: Int? = nil, medium: Ad.Medium? = nil, origins: [Origin] = [],
        impressions: [Sourced<URLTemplate>] = [], errors: [Sourced<URLTemplate>] = [],
        viewableImpressions: [Sourced<ViewableImpression>] = [], verifications: [Sourced<Verification>] = [],
        linear: PlannedLinear? = nil, nonLinear: PlannedNonLinear? = nil, companions: [Sourced<CompanionAds>] = [],
        extensions: [Sourced<Extension>] = [], expiry: Duration? = nil, addresses: AddressPolicy = .web
    ) {
        self.inLine = inLine
        self.id = id
        self.sequence = sequence
        self.medium = medium
        self.origins = origins
        self.impressions = impressions
        self.errors = errors
        self.viewableImpressions = viewableImpressions
        self.verifications = verifications
        self.linear = linear
        self.nonLinear = nonLinear
        self.companions = companions
        self.extensions = extensions
        self.expiry = expiry
        self.addresses = addresses
    }

    /// Whether the ad may no longer be shown at a reading of the resolver's clock.
    public func isExpired(at now: Duration) -> Bool {
        expiry.map { $0 <= now } ?? false
    }
}
