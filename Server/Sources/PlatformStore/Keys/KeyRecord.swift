public import MarqueeWire

/// A private key that the engine holds, without the key.
public struct KeyRecord: Sendable, Hashable, Codable {
    /// The app it signs for.
    public let app: String
    /// The id of its public half.
    public let id: KeyID
    /// What it was made to sign; what it may sign is said by the root.
    public let role: DocumentType
    /// How it signs.
    public let algorithm: PublicKey.Algorithm

    /// Describes a key, without its private half.
    public init(app: String, id: KeyID, role: DocumentType, algorithm: PublicKey.Algorithm) {
        self.app = app
        self.id = id
        self.role = role
        self.algorithm = algorithm
    }
}
