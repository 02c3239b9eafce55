import MarqueeWire
public import PlatformStore

/// Why an import or a publish failed as a whole.
///
/// A fault of a single article is an ``ImportProblem``.
public struct PublishingError: Error, Sendable, CustomStringConvertible {
    /// The bounded set of reasons.
    public enum Code: String, Sendable, CaseIterable {
        /// The source's host cannot be reached, or answered with an error status.
        case unreachable
        /// The source is too large, too slow or nested too deeply.
        case tooLarge = "too_large"
        /// The format of the source is not supported.
        case malformed
        /// A template does not parse or names an unknown field.
        case template
        /// No content to publish: no hub, or a hub without a released article.
        case empty
        /// A key is missing, or the app has no root yet.
        case keys
        /// Something named does not exist.
        case notFound = "not_found"
        /// Stored documents do not verify.
        case damaged
        /// The store refused or failed; see ``PublishingError/store``.
        case store
        case invalid
    }

    /// The reason as a code that programs compare.
    public let code: Code
    /// One sentence that names the offending value; no secret.
    public let message: String
    /// The store's own error, when it is the reason.
    public let store: StoreError?

    /// Whether the host answered, even with an error.
    let isAnswer: Bool

    /// Describes why nothing was published or imported.
    public init(_ code: Code, _ message: String, store: StoreError? = nil) {
        self.init(code, message, store: store, isAnswer: false)
    }

    init(_ code: Code, _ message: String, store: StoreError? = nil, isAnswer: Bool) {
        self.code = code
        self.message = message
        self.store = store
        self.isAnswer = isAnswer
    }

    /// Code and message, for logs.
    public var description: String { "\(code.rawValue): \(message)" }
}

extension PublishingError {
    init(_ error: any Error) {
        switch error {
        case let error as PublishingError: self = error
        case let error as StoreError: self.init(.store, error.message, store: error)
        case let error as WireError: self.init(.invalid, error.message)
        default: self.init(.store, "\(error)")
        }
    }
}
