/// A document to fetch, with the wrappers that lead to it.
struct Pointer: Sendable {
    let address: String
    let chain: Chain

    /// The report for a document that cannot be fetched: to the wrapper that points to it and to all above. For the
    /// first document there is no server to report to.
    func failure(_ refusal: Refusal) -> ResolutionFailure {
        let origin = chain.links.last?.origin ?? Origin(level: 0, address: address)
        return ResolutionFailure(
            code: refusal.code, message: refusal.message, origin: origin,
            pings: chain.pings(refusal.code, at: origin))
    }
}
