public import MarqueeWire

/// Private keys.
///
/// An offline root's are made here, taken away by the operator and put back for a root change.
public protocol KeyStore: Sendable {
    /// By role, then id.
    func keys(app: String) async throws(StoreError) -> [KeyRecord]

    /// The keys of a role; the caller picks those that the current root names.
    func signingKeys(app: String, role: DocumentType) async throws(StoreError) -> [SigningKey]

    /// - Returns: the stored key's record; the same key again is no error.
    func store(_ key: SigningKey, role: DocumentType, app: String, by who: String) async throws(StoreError) -> KeyRecord

    /// Removes the private half for good.
    func remove(_ id: KeyID, app: String, by who: String) async throws(StoreError)
}
