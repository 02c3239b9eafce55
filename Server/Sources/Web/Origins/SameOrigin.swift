import Foundation
import HTTPTypes
package import Hummingbird

/// Whether a request was made by a page of the origin that it is sent to.
package struct SameOrigin: Sendable {
    /// Whether browsers reach the server by TLS: then nothing counts that came from a page without it, which anybody on
    /// the way can have written.
    let servesTLS: Bool

    package init(servesTLS: Bool) {
        self.servesTLS = servesTLS
    }

    /// Browsers say where a request comes from (Fetch Metadata), older ones by its `Origin` alone. A request that says
    /// neither comes from no browser's page.
    package func holds(_ request: Request) -> Bool {
        if let name = HTTPField.Name("Sec-Fetch-Site"), let site = request.headers[name], site != "same-origin" {
            return site == "none"
        }
        guard let origin = request.headers[.origin] else { return true }
        guard !servesTLS || origin.hasPrefix("https://") else { return false }
        return Self.isOrigin(origin, of: request.head.authority)
    }

    /// Whether an `Origin` is the authority that a request was sent to.
    package static func isOrigin(_ origin: String, of authority: String?) -> Bool {
        guard let url = URL(string: origin), let asking = Authority(of: url), let asked = Authority(authority) else {
            return false
        }
        return asking == asked
    }
}
