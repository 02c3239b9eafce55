public import MarqueeCore
public import MarqueeWire

/// Why a refresh brought nothing: a bounded code, a sentence and the error below it.
public struct RefreshError: Error, Sendable, CustomStringConvertible {
    /// The reasons by which logs and metrics group; the raw values are stable.
    public enum Code: String, Sendable, CaseIterable {
        /// No connection could be made.
        case offline
        /// The connection broke, or the answer was cut short.
        case interrupted
        /// A request's or the whole refresh's time was up.
        case deadlineExceeded = "deadline_exceeded"
        /// The server's certificate, or a redirect or address without TLS, was refused.
        case untrustedServer = "untrusted_server"
        /// The service answered 404 for something that must exist.
        case missing
        /// The service answered with another error status.
        case serviceFailed = "service_failed"
        /// The answer is not what the service sends: a captive portal's page, for example.
        case notTheService = "not_the_service"
        /// More bytes came than the signed length or the format allows.
        case tooLarge = "too_large"
        /// A signature, threshold, hash, scope or document type is wrong.
        case notAuthentic = "not_authentic"
        /// An older state than one already accepted, or a gap in the chain of roots.
        case rollback
        /// The newest state that the service gives has expired.
        case expired
        /// The release is authentic but contradicts itself: a channel without articles, a page named twice.
        case invalidContent = "invalid_content"
        /// The device could not store the release: disk full, no permission.
        case storage
        /// There is no usable trust anchor.
        case noTrustAnchor = "no_trust_anchor"
        /// Somebody ended it; what was downloaded is used by the next one.
        case cancelled
    }

    /// What programs tell errors apart by.
    public let code: Code
    /// One sentence that names the offending value; no secret.
    public let message: String
    /// What went wrong below, for the log.
    public let cause: (any Error)?

    /// Describes why a refresh changed nothing.
    public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.cause = cause
    }

    /// Code and message, for logs.
    public var description: String { "\(code.rawValue): \(message)" }
}

extension RefreshError {
    /// Names what the network did.
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

    /// Names what was wrong with a document or object.
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
    /// How a failed refresh is logged: what puts the content's origin in doubt is critical, being offline is an error
    /// like others.
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
