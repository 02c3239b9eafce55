/// The result for one ad of a document, or for a document.
struct Outcome: Sendable {
    /// The ads to play, in order; none after a failure.
    var ads: [PlannedAd] = []
    /// Stand-alone ads that were not needed.
    var substitutes: [PlannedAd] = []
    /// The failures in the order of documents.
    var failures: [ResolutionFailure] = []
    /// The addresses that are not allowed, in the order in which documents were read.
    var refusedAddresses: [RefusedAddress] = []

    static func failed(_ failure: ResolutionFailure) -> Outcome {
        Outcome(failures: [failure])
    }

    mutating func append(_ other: Outcome) {
        ads += other.ads
        substitutes += other.substitutes
        failures += other.failures
        refusedAddresses += other.refusedAddresses
    }
}
