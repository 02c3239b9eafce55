public import MarqueeCore
public import MarqueeWire

/// Why a refresh failed: a code from a fixed set, a sentence, and the cause if there is one.
public struct RefreshError: Error, Sendable, CustomStringConvertible {
    /// The reasons by which logs and metrics group failures. The raw values are stable.
    public enum Code: String, Sendable, CaseIterable {
        /// No connection could be made.
        case offline
        /// The connection was lost, or the answer was incomplete.
        case interrupted
        /// A request or the whole refresh took too long.
        case deadlineExceeded = "deadline_exceeded"
        /// The server's certificate, a redirect, or an address without TLS was refused.
        case untrustedServer = "untrusted_server"
        /// The service answered 404 or 410 for a document or object that must exist.
        case missing
        /// The service answered with another error status.
        case serviceFailed = "service_failed"
        /// The answer does not come from the service. An example is the login page of a public network.
        case notTheService = "not_the_service"
        /// The answer is larger than the signed length or the format allows.
        case tooLarge = "too_large"
        /// A signature, threshold, hash, scope or document type is wrong.
        case notAuthentic = "not_authentic"
        /// The state is older than an accepted one, or the chain of roots has a gap.
        case rollback
        /// The newest document of the service has expired.
        case expired
        /// The release is authentic but not consistent: for example, a channel has no articles or a page occurs twice.
        case invalidContent = "invalid_content"
        /// The device could not store the release. Examples are a full disk and a missing permission.
        case storage
        /// The app has no usable trust anchor.
        case noTrustAnchor = "no_trust_anchor"
        /// The refresh was cancelled. The next refresh uses the downloaded objects.
        case cancelled
    }

    /// The kind of error, for programs.
    public let code: Code
    /// One sentence that names the wrong value. It has no secrets.
    public let message: String
    /// The error that caused this one, for the log.
    public let cause: (any Error)?

    /// Creates an error. `message` is one sentence for developers, without secrets.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// Code and message, for logs.
    public var description: String { "\(code.rawValue): \(message)" }
}

extension RefreshError {
    /// Converts an error of the network.
    public init(_ error: TransportError) {
        let code: Code =
            switch error.code {
            case .unreachable: .offline
            case .interrupted: .interrupted
            case .deadlineExceeded: .deadlineExceeded
            case .bodyTooLarge: .tooLarge
            case .untrusted, .redirectRefused, .insecureURL: .untrustedServer
            case .cancelled: .cancelled
            }
        self.init(code, error.message, cause: error)
    }

    /// Converts an error of a document or object.
    public init(_ error: WireError) {
        let code: Code =
            switch error.code {
            case .malformed: .notTheService
            case .tooLarge: .tooLarge
            case .truncated: .interrupted
            case .unsupportedKey, .badSignature, .thresholdNotMet, .wrongType, .wrongApp, .wrongStream, .wrongHash:
                .notAuthentic
            case .wrongVersion: .rollback
            case .expired: .expired
            }
        self.init(code, error.message, cause: error)
    }
}

extension RefreshError.Code {
    /// The severity with which a failed refresh is logged. A doubt about the content's origin is critical; being offline
    /// is a normal error.
    var severity: Log.Severity {
        switch self {
        case .untrustedServer, .notAuthentic, .rollback, .expired, .invalidContent, .noTrustAnchor: .criticalError
        case .offline, .interrupted, .deadlineExceeded, .missing, .serviceFailed, .notTheService, .tooLarge, .storage:
            .error
        case .cancelled: .info
        }
    }
}

extension RefreshError {
    static func storage(_ message: String, _ cause: any Error) -> RefreshError {
        (cause as? RefreshError) ?? RefreshError(.storage, "\(message): \(cause)", cause: cause)
    }
}
