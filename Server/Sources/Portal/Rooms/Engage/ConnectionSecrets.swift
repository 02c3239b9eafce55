import Foundation
import PlatformStore

/// What an app needs to reach its account, on the one page that shows the secrets.
struct ConnectionSecrets: Sendable {
    struct Line: Sendable {
        /// The id of the field on the page.
        let field: String
        let name: String
        let value: String
    }

    let lines: [Line]
    /// The same for `marquee.json`, the app's configuration file.
    let file: String
    /// Whether the app has a database, whose id stands among the lines.
    let hasList: Bool

    init(_ issued: IssuedEngageClient, host: URL?, list: ListEntry?) {
        let host = host?.absoluteString ?? ""
        let values = [
            ("host", "Host", host), ("clientID", "Client id", issued.client.id),
            ("clientSecret", "Client secret", issued.secret), ("refreshToken", "Refresh token", issued.refreshToken),
            ("listID", "List id", list.map { String($0.id) } ?? ""),
        ].filter { !$0.2.isEmpty }
        lines = values.map { Line(field: "once-\($0.0)", name: $0.1, value: $0.2) }
        hasList = list != nil
        let members = values.map { "    \"\($0.0)\": \"\($0.2)\"" }.joined(separator: ",\n")
        file = "\"engage\": {\n\(members)\n}"
    }
}
