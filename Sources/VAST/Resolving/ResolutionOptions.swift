/// How far a resolution goes, and how long.
public struct ResolutionOptions: Sendable, Hashable {
    /// What is expected of an ad.
    public var expectations = AdExpectations()
    /// How many documents, ads and addresses are looked at.
    public var limits = Limits()
    /// How long documents are waited for.
    public var timeouts = Timeouts()
    /// Which addresses may leave: of documents, also after redirects, and all that documents name. What may not is one of
    /// ``Resolution/refusedAddresses``, or a failure where it is a document's.
    public var addresses = AddressPolicy.web

    /// The options as documented at each.
    public init() {}
}
