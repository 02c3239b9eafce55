/// What came of one ad of a document, or of a document.
struct Outcome: Sendable {
    /// To be played, in order; none when it failed.
    var ads: [PlannedAd] = []
    /// Stand-alone ads that were not needed.
    var substitutes: [PlannedAd] = []
    /// What went wrong, in the documents' order.
    var failures: [ResolutionFailure] = []
    /// What may not leave, in the order in which documents were read.
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
