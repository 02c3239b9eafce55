import HTTPTypes
import Web

/// Why universal events are refused before they are read.
enum SubmissionError: Error, Sendable, Equatable {
    /// There is no token, or none that is valid; a new one helps.
    case unauthorized
    /// The app may not submit universal events; nothing that the sender does helps.
    case notProvisioned(app: String)
}

extension SubmissionError: ProblemDescribing {
    var problem: Problem? {
        switch self {
        case .unauthorized:
            Problem(
                .unauthorized, "invalid_token", "the access token is missing, expired or unknown",
                headers: [.wwwAuthenticate: #"Bearer error="invalid_token""#])
        case .notProvisioned(let app):
            Problem(.forbidden, "not_provisioned", "universal events are not switched on for the app \(app)")
        }
    }
}
