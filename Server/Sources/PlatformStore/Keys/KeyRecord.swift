public import MarqueeWire

/// The description of a stored private key, without the key itself.
public struct KeyRecord: Sendable, Hashable, Codable {
    /// The app that the key signs for.
    public let app: String
    /// The id of the public half.
    public let id: KeyID
    /// The document type that the key was made for; the root decides what the key may sign.
    public let role: DocumentType
    /// The signing algorithm.
    public let algorithm: PublicKey.Algorithm

    /// Makes the record of a key.
    public init(app: String, id: KeyID, role: DocumentType, algorithm: PublicKey.Algorithm) {
        self.app = app
        self.id = id
        self.role = role
        self.algorithm = algorithm
    }

    /// The record of a private key.
    /// - Throws: `invalid` for a key that has no public half, and for a name that no app can have.
    init(of key: SigningKey, role: DocumentType, app: String) throws(StoreError) {
        guard Scope.isValid(app) else { throw StoreError(.invalid, "\"\(app.prefix(80))\" cannot be an app's id") }
        do throws(WireError) {
            let half = try key.publicKey()
            self.init(app: app, id: half.id, role: role, algorithm: half.algorithm)
        } catch {
            throw StoreError(.invalid, error.message)
        }
    }
}
