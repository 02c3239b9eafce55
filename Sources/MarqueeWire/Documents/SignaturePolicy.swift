/// Whose signatures count for a document, and how many of them it takes.
public struct SignaturePolicy: Sendable, Hashable {
    /// The keys that count, by id; a key listed twice counts once.
    public let keys: [KeyID: PublicKey]
    /// At least 1; a policy with less is never met.
    public let threshold: Int

    /// Makes a policy that ``threshold`` of these keys satisfy together.
    public init(keys: [PublicKey], threshold: Int = 1) {
        self.keys = Dictionary(keys.map { ($0.id, $0) }) { first, _ in first }
        self.threshold = threshold
    }
}
