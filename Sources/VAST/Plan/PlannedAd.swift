/// An ad that is ready to play: the complete ad at the end of a chain, and everything that the wrappers above it add.
///
/// Lists begin with the outermost wrapper and end with the complete ad. Within a document they keep its order.
public struct PlannedAd: Sendable, Hashable {
    /// The complete ad, without the additions of wrappers.
    public var inLine: InLine
    /// The id of the complete ad.
    public var id: String?
    /// The position in a pod, from 1; `nil` for a stand-alone ad. If the complete ad has none, that of the nearest
    /// wrapper counts.
    public var sequence: Int?
    /// `nil` when no document states it, which means video.
    public var medium: Ad.Medium?
    /// All documents of the chain, the outermost first.
    public var origins: [Origin]
    /// Requested together when the first frame is shown.
    public var impressions: [Sourced<URLTemplate>]
    /// Requested with the code of an error.
    public var errors: [Sourced<URLTemplate>]
    /// From each element, one of its three lists is requested, once.
    public var viewableImpressions: [Sourced<ViewableImpression>]
    /// To be run before playback.
    public var verifications: [Sourced<Verification>]
    /// The part that plays; `nil` for an ad without one.
    public var linear: PlannedLinear?
    /// The overlays with their trackers; `nil` for an ad without overlays.
    public var nonLinear: PlannedNonLinear?
    /// The companions of all levels. Those nearest to the complete ad are preferred.
    public var companions: [Sourced<CompanionAds>]
    /// The extensions of all levels.
    public var extensions: [Sourced<Extension>]
    /// The reading of the resolver's clock at which the ad expires; `nil` for never (`Expires`, 4.1).
    public var expiry: Duration?
    /// The allowed addresses. A ``Playback`` requests no others. A resolver sets its own policy; an app that builds an
    /// ad may choose.
    public var addresses: AddressPolicy

    /// Lists that are not given are empty.
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

    /// Whether the ad has expired at this reading of the resolver's clock.
    public func isExpired(at now: Duration) -> Bool {
        expiry.map { $0 <= now } ?? false
    }
}
