public import MarqueeWire

/// What was answered to requests that a program may send again after it lost the answer.
///
/// Kept for ``IdempotencyLifetime/answers``. A key belongs to the token that it came with.
public protocol IdempotencyStore: Sendable {
    /// Takes a key for a request, or says what became of the request that took it before.
    /// - Parameter fingerprint: of method, address and body.
    func begin(key: String, token: String, fingerprint: String, now: Timestamp) async throws(StoreError) -> KeyUse

    /// Keeps the answer to the request that took the key.
    func finish(key: String, token: String, answer: KeptAnswer) async throws(StoreError)

    /// Frees a key whose request changed nothing.
    func abandon(key: String, token: String) async throws(StoreError)
}

/// What an idempotency key stands for.
public enum KeyUse: Sendable, Hashable {
    /// Nothing so far: the request is to be carried out.
    case first
    /// A request that has no answer yet.
    case inProgress
    /// A request that is not this one.
    case otherRequest
    /// This request, and this was its answer.
    case done(KeptAnswer)
}

/// An answer as it is sent again.
public struct KeptAnswer: Sendable, Hashable, Codable {
    /// The HTTP status.
    public let status: Int
    /// The headers that belong to it, where it had them.
    public let location: String?
    /// As `location`.
    public let etag: String?
    /// As `location`.
    public let contentType: String?
    /// As text; `nil` for one that was too long to keep.
    public let body: String?

    /// Keeps an answer.
    public init(status: Int, location: String?, etag: String?, contentType: String?, body: String?) {
        self.status = status
        self.location = location
        self.etag = etag
        self.contentType = contentType
        self.body = body
    }
}

/// How long idempotency keys are known.
public enum IdempotencyLifetime {
    /// A day.
    public static let answers = Duration.seconds(86_400)
    /// A request whose process ended before it answered holds its key no longer than this.
    public static let requests = Duration.seconds(600)
}
