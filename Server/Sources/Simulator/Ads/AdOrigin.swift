import Foundation
import MRAID

/// An origin for one page of one ad, where a browser gives one.
///
/// A web view of its own has frames that it can write into, and asks its app where the ad goes. In a frame that takes an
/// origin, and it must be nobody else's, not even the ad's other page's. Browsers find every name below `localhost` on their
/// own machine, so a lab on this machine has as many origins as it likes. On any other host an ad is a stranger without an
/// origin.
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

    /// What the lab's page may frame besides the content's origin; nil when there are no such origins.
    static func pattern(content: String) -> String? { port(content).map { "http://*.localhost:\($0)" } }

    private static func host(of id: String, _ page: Container.Page) -> String { "ad-\(id)-\(page.rawValue).localhost" }

    private static func port(_ content: String) -> Int? {
        guard let url = URL(string: content), url.scheme == "http", let host = url.host(),
            ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
        else { return nil }
        return url.port
    }
}
