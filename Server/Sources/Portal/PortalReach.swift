public import Foundation
import Hummingbird

/// How browsers reach the portal, and how much they may send.
public struct PortalReach: Sendable, Hashable {
    /// The address people and devices reach this server by; `nil` when it is the one that the browser used.
    public var publicURL: URL?
    /// Whether browsers reach the server by TLS: session cookies are then sent over TLS only.
    public var servesTLS: Bool
    /// How many proxies stand before the server, each adding to `X-Forwarded-For`.
    public var proxies: Int
    /// The most bytes of a form.
    public var formLimit: Int
    /// The most bytes of a file for an import.
    public var importLimit: Int

    /// A portal behind `proxies` proxies, whose files are as large as its forms unless it is told otherwise.
    public init(servesTLS: Bool, publicURL: URL? = nil, proxies: Int = 0, formLimit: Int, importLimit: Int? = nil) {
        self.publicURL = publicURL
        self.servesTLS = servesTLS
        self.proxies = proxies
        self.formLimit = formLimit
        self.importLimit = importLimit ?? formLimit
    }

    /// The most bytes of a form with a file for an import.
    public static func largestUpload(file limit: Int) -> Int { limit + MultipartStream.mostBeside }

    /// The address of this server as the sender of a request knows it, without a path; `nil` for a host that is none.
    func address(for request: Request) -> URL? {
        publicURL ?? URL(string: "\(servesTLS ? "https" : "http")://\(request.head.authority ?? "localhost")")
    }
}
