import HTTPTypes
import Web

/// What the API refuses, beside what the stores do.
struct APIError: Error, Sendable, Equatable {
    enum Code: String, Sendable, CaseIterable {
        /// No token, or one that is wrong, expired or revoked.
        case unauthorized
        /// The token is not allowed to do this, or not with this app.
        case insufficientScope = "insufficient_scope"
        /// A change of an existing record that does not say which version it was made from.
        case preconditionRequired = "precondition_required"
        /// Somebody changed the record since it was read.
        case preconditionFailed = "precondition_failed"
        /// The first request with this idempotency key is still being carried out.
        case inProgress = "in_progress"
        /// The idempotency key was used for another request.
        case keyReused = "key_reused"
    }

    let code: Code
    let message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }
}

extension APIError: ProblemDescribing {
    package var problem: Problem? {
        var problem = Problem(status, code.rawValue, message)
        // RFC 6750, section 3.
        switch code {
        case .unauthorized: problem.headers[.wwwAuthenticate] = #"Bearer realm="Marquee""#
        case .insufficientScope:
            problem.headers[.wwwAuthenticate] = #"Bearer realm="Marquee", error="insufficient_scope""#
        default: break
        }
        return problem
    }

    private var status: HTTPResponse.Status {
        switch code {
        case .unauthorized: .unauthorized
        case .insufficientScope: .forbidden
        case .preconditionRequired: .preconditionRequired
        case .preconditionFailed: .preconditionFailed
        case .inProgress: .conflict
        case .keyReused: .unprocessableContent
        }
    }
}
