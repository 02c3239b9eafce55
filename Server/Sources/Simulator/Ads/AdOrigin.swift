import Foundation
import MRAID

/// An origin for one page of one ad, in browsers that support it.
///
/// An ad in a web view can write into its own frames, and the app decides about its navigations. In a frame of a page
/// the ad needs an origin for that. No other page may share the origin, not even the ad's other page. Browsers resolve
/// every name below `localhost` to their own machine, so a lab on this machine can use any number of origins. On any
/// other host an ad runs sandboxed, without an origin.
struct AdOrigin: Sendable, Hashable {
    /// The origin, such as `http://ad-3-first.localhost:4711`.
    let text: String

    /// The origin of a page of the ad with the id, or nil when the content's origin is not on the browser's own machine.
    init?(of id: String, page: Container.Page, content: String) {
        guard let port = Self.port(content) else { return nil }
        text = "http://\(Self.host(of: id, page)):\(port)"
    }

    /// Whether the request is for the page's own origin.
    static func isFor(_ id: String, _ page: Container.Page, authority: String?) -> Bool {
        authority?.split(separator: ":").first.map { $0 == host(of: id, page) } ?? false
    }

    /// The pattern of the origins that the lab's page may frame besides the content's origin; nil when they do not
    /// exist.
    static func pattern(content: String) -> String? { port(content).map { "http://*.localhost:\($0)" } }

    private static func host(of id: String, _ page: Container.Page) -> String { "ad-\(id)-\(page.rawValue).localhost" }

    private static func port(_ content: String) -> Int? {
        guard let url = URL(string: content), url.scheme == "http", let host = url.host(),
            ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
        else { return nil }
        return url.port
    }
}
