/// The root of trust of an app: which keys may sign which documents, and how many signatures each role needs.
///
/// Version 1 is signed by the key or keys in the app. Every later version is signed by the thresholds of both its
/// predecessor and itself, and versions increase by exactly one. An app has one root for all its streams, so the stream
/// of its scope is ``Root/everyStream``.
public struct Root: Sendable, Hashable, Codable, DocumentPayload {
    /// Distinguishes it from the other signed documents.
    public static let type = DocumentType.root
    /// The stream name in a root document, which is valid for every stream of its app.
    public static let everyStream = "all-streams"

    /// The keys that may sign one type of document.
    public struct Role: Sendable, Hashable, Codable {
        /// Ids of keys in ``Root/keys``, each once.
        public let keys: [KeyID]
        /// The number of keys that must sign, from 1 to the number of keys.
        public let threshold: Int

        /// `threshold` is at most the number of keys.
        public init(keys: [KeyID], threshold: Int = 1) {
            self.keys = keys
            self.threshold = threshold
        }
    }

    /// The app of the root, with the stream ``everyStream``.
    public let scope: Scope
    /// The version, from 1, without gaps.
    public let version: Int
    /// When it was signed.
    public let issued: Timestamp
    /// When devices stop accepting newer states until a newer root arrives; years after ``issued``.
    public let expires: Timestamp
    /// All keys that the roles name.
    public let keys: [PublicKey]
    /// The roles by the name of the document type; every type has one.
    public let roles: [String: Role]

    /// `roles` has an entry for every type of document.
    public init(
        app: String, version: Int, issued: Timestamp, expires: Timestamp, keys: [PublicKey], roles: [DocumentType: Role]
    ) throws(WireError) {
        scope = try Scope(app: app, stream: Self.everyStream)
        self.version = version
        self.issued = issued
        self.expires = expires
        self.keys = keys
        self.roles = Dictionary(uniqueKeysWithValues: roles.map { ($0.rawValue, $1) })
        try validate()
    }

    /// The signatures that a document of `type` needs under this root.
    public func policy(for type: DocumentType) -> SignaturePolicy {
        guard let role = roles[type.rawValue] else { return SignaturePolicy(keys: [], threshold: 1) }
        return SignaturePolicy(keys: keys.filter { role.keys.contains($0.id) }, threshold: role.threshold)
    }

    /// Checks what signatures do not prove: that the keys can reach the threshold of each role.
    public func validate() throws(WireError) {
        guard version >= 1 else { throw WireError(.malformed, "root version \(version); versions start at 1") }
        guard keys.count <= 32, Set(keys.map(\.id)).count == keys.count else {
            throw WireError(.malformed, "a root names at most 32 keys, each once")
        }
        for type in DocumentType.allCases {
            guard let role = roles[type.rawValue], role.threshold >= 1, Set(role.keys).count == role.keys.count,
                role.keys.count >= role.threshold, role.keys.allSatisfy({ id in keys.contains { $0.id == id } })
            else {
                throw WireError(.malformed, "the root's role \(type.rawValue) is missing or cannot reach its threshold")
            }
        }
    }
}
