/// The parts that a complete ad and a wrapper share. A player uses the parts of the whole chain.
public struct AdParts: Sendable, Hashable {
    /// The ad server.
    public var system: AdSystem?
    /// Requested together when the first frame is shown.
    public var impressions: [Impression]
    /// Requested with the code of an error.
    public var errors: [URLTemplate]
    /// Requested when the ad's viewability is known. In 4.0 a wrapper has it inside its verifications.
    public var viewableImpression: ViewableImpression?
    /// The price of the ad, for reports.
    public var pricing: Pricing?
    /// Measurement scripts, including those of a 2.0 or 3.0 extension of type `AdVerifications`.
    public var verifications: [Verification]
    /// In the document's order. Unknown extensions are kept unchanged.
    public var extensions: [Extension]
    /// In the document's order.
    public var creatives: [Creative]

    /// Lists that are not given are empty.
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
