public import MarqueeWire

/// A private key that the engine holds, without the key.
public struct KeyRecord: Sendable, Hashable, Codable {
    public let app: String
    public let id: KeyID
    /// What it was made to sign; what it may sign is said by the root.
    public let role: DocumentType
    public let algorithm: PublicKey.Algorithm

    public init(app: String, id: KeyID, role: DocumentType, algorithm: PublicKey.Algorithm) {
        self.app = app
        self.id = id
        self.role = role
        self.algorithm = algorithm
    }
}
