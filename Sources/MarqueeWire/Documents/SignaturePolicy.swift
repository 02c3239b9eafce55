/// The keys that may sign a document, and the number of signatures that it needs.
public struct SignaturePolicy: Sendable, Hashable {
    /// The keys by id. A key that is listed twice counts once.
    public let keys: [KeyID: PublicKey]
    /// The number of signatures, at least 1. A policy with less is never met.
    public let threshold: Int

    /// Any ``threshold`` of these keys satisfies the policy.
    public init(keys: [PublicKey], threshold: Int = 1) {
        self.keys = Dictionary(keys.map { ($0.id, $0) }) { first, _ in first }
        self.threshold = threshold
    }
}
