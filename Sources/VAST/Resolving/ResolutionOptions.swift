/// The requirements, limits and time-outs of a resolution.
public struct ResolutionOptions: Sendable, Hashable {
    /// The requirements for an ad.
    public var expectations = AdExpectations()
    /// The limits for documents, ads and addresses.
    public var limits = Limits()
    /// How long to wait for documents.
    public var timeouts = Timeouts()
    /// The allowed addresses of documents, also after redirects, and of everything in documents. A refused address is
    /// in ``Resolution/refusedAddresses``; the refused address of a document is a failure.
    public var addresses = AddressPolicy.web

    /// All options have their default.
    public init() {}
}
