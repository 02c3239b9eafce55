public import Foundation

/// The addresses of an Engage-compatible host, below its root.
public enum EngageRoute: String, Sendable, CaseIterable {
    /// `POST`, a form: exchanges a refresh token for an access token.
    case token = "oauth/token"
    /// `POST`, one envelope, as the field `xml` of a form or as the body.
    case xmlAPI = "XMLAPI"
    /// `POST`, universal events as JSON.
    case events = "rest/events/submission"

    /// The address on a host, with or without a trailing slash.
    public func url(on host: URL) -> URL { host.appending(path: rawValue) }
}
