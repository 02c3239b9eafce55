/// How far a resolution goes, and how long.
public struct ResolutionOptions: Sendable, Hashable {
    /// What is expected of an ad.
    public var expectations = AdExpectations()
    /// How many documents, ads and addresses are looked at.
    public var limits = Limits()
    /// How long documents are waited for.
    public var timeouts = Timeouts()
    /// Which addresses may be fetched, in lower case; also after redirects.
    public var schemes: Set<String> = ["http", "https"]

    /// The options as documented at each.
    public init() {}
}
