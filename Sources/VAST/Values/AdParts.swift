/// What an ad and a wrapper around it have in common; a player uses the sum over the whole chain.
public struct AdParts: Sendable, Hashable {
    /// Who serves it.
    public var system: AdSystem?
    /// To be asked for all at once when the ad's first frame is shown.
    public var impressions: [Impression]
    /// To be asked for with the code of what went wrong.
    public var errors: [URLTemplate]
    /// To be asked for once it is decided whether the ad was viewable; also what a wrapper of 4.0 has within its
    /// verifications.
    public var viewableImpression: ViewableImpression?
    /// What it costs; for reports.
    public var pricing: Pricing?
    /// Measurement scripts, also those that a 2.0 or 3.0 document carries in an extension of type `AdVerifications`.
    public var verifications: [Verification]
    /// In the document's order; unknown ones are kept as they are.
    public var extensions: [Extension]
    /// In the document's order.
    public var creatives: [Creative]

    /// Makes the parts; all are empty unless given.
    public init(
        system: AdSystem? = nil, impressions: [Impression] = [], errors: [URLTemplate] = [],
        viewableImpression: ViewableImpression? = nil, pricing: Pricing? = nil, verifications: [Verification] = [],
        extensions: [Extension] = [], creatives: [Creative] = []
    ) {
        self.system = system
        self.impressions = impressions
        self.errors = errors
        self.viewableImpression = viewableImpression
        self.pricing = pricing
        self.verifications = verifications
        self.extensions = extensions
        self.creatives = creatives
    }
}
