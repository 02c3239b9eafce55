import Foundation
import MarqueeWire

/// The URL of a service.
///
/// The URL is absolute and encrypted, except on this machine. `scope` is the app and stream, if the path names them.
struct ServiceAddress: Hashable {
    let url: URL
    let scope: Scope?

    /// - Returns: `nil` for a URL that the SDK must not contact.
    init?(_ url: URL) {
        guard let host = url.host(), !host.isEmpty, url.user == nil, url.query == nil, url.fragment == nil,
            Self.isAcceptable(url)
        else { return nil }
        self.url = url
        let parts = url.path().split(separator: "/").map(String.init)
        scope =
            parts.count >= 4 && parts.suffix(4).prefix(2) == ["v1", "apps"]
            ? try? Scope(app: parts[parts.count - 2], stream: parts[parts.count - 1]) : nil
    }

    /// The same server's URL for another app and stream.
    func serving(_ scope: Scope) -> ServiceAddress? {
        ServiceAddress(url.appending(path: String(ServiceRoute.servicePath(scope).dropFirst())))
    }

    /// Whether the URL is `https`, or `http` to this machine.
    static func isAcceptable(_ url: URL) -> Bool {
        switch url.scheme?.lowercased() {
        case "https": true
        case "http": isLoopback(url.host() ?? "")
        default: false
        }
    }

    static func isLoopback(_ host: String) -> Bool {
        ["127.0.0.1", "localhost", "::1", "[::1]"].contains(host.lowercased())
    }
}
