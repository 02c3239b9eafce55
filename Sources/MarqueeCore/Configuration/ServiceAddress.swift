import Foundation
import MarqueeWire

/// The address of a service: absolute, encrypted unless it is this machine, and with the app and stream it serves when
/// its path names them.
struct ServiceAddress: Hashable {
    let url: URL
    let scope: Scope?

    /// `nil` for an address that the SDK must not contact.
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

    /// The service of `scope` on the same server.
    func serving(_ scope: Scope) -> ServiceAddress? {
        ServiceAddress(url.appending(path: String(ServiceRoute.servicePath(scope).dropFirst())))
    }

    /// `https`, or `http` to this very machine.
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
