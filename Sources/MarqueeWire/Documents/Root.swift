/// The root of trust of an app: which keys may sign what, and how many signatures each role takes.
///
/// Version 1 is signed by the key (or keys) that the app carries; every later version by the thresholds of both its
/// predecessor and itself, and versions step by exactly one. An app holds one root for all its streams, so its scope
/// has the stream ``Root/everyStream``.
public struct Root: Sendable, Hashable, Codable, DocumentPayload {
    /// Separates it from the other signed documents.
    public static let type = DocumentType.root
    /// The stream name inside a root document, which is valid for every stream of its app.
    public static let everyStream = "all-streams"

    /// Who may sign one type of document.
    public struct Role: Sendable, Hashable, Codable {
        /// Ids from ``Root/keys``, each once.
        public let keys: [KeyID]
        /// How many of them must sign; 1 to their number.
        public let threshold: Int

        /// Gives a role to keys.
        public init(keys: [KeyID], threshold: Int = 1) {
            self.keys = keys
            self.threshold = threshold
        }
    }

    /// The app and stream it holds for.
    public let scope: Scope
    /// From 1, without gaps.
    public let version: Int
    /// When it was signed.
    public let issued: Timestamp
    /// From when on no newer state is believed until a newer root arrives; years after ``issued``.
    public let expires: Timestamp
    /// Every key that a role names.
    public let keys: [PublicKey]
    /// By the document type's name; every type of document has one.
    public let roles: [String: Role]

    /// Describes who may sign what from this version on.
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

    /// Whose signatures a document of `type` needs under this root.
    public func policy(for type: DocumentType) -> SignaturePolicy {
        guard let role = roles[type.rawValue] else { return SignaturePolicy(keys: [], threshold: 1) }
        return SignaturePolicy(keys: keys.filter { role.keys.contains($0.id) }, threshold: role.threshold)
    }

    /// Checks what signatures do not prove: that each role can be filled by the keys that are there.
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
