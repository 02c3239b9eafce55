public import MarqueeWire

/// Private keys.
///
/// The keys of an offline root are made here. The operator takes them away and puts them back for a change of the root.
public protocol KeyStore: Sendable {
    /// All keys of an app, by role, then id.
    func keys(app: String) async throws(StoreError) -> [KeyRecord]

    /// The keys of a role; the caller picks those that the current root names.
    func signingKeys(app: String, role: DocumentType) async throws(StoreError) -> [SigningKey]

    /// - Returns: the stored key's record; storing the same key again is not an error.
    func store(_ key: SigningKey, role: DocumentType, app: String, by who: String) async throws(StoreError) -> KeyRecord

    /// Deletes the private half permanently.
    func remove(_ id: KeyID, app: String, by who: String) async throws(StoreError)
}
