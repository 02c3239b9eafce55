import Foundation

/// An origin for one ad alone, where a browser gives one.
///
/// A web view of its own has cookies, storage and frames, and asks its app where the ad goes. In a frame that takes an origin,
/// and it must be nobody else's. Browsers find every name below `localhost` on their own machine, so a lab on this
/// machine has as many origins as it likes. On any other host an ad is a stranger without an origin.
struct AdOrigin: Sendable, Hashable {
    /// The origin, such as `http://ad-3.localhost:4711`.
    let text: String

    /// The origin of the ad with the id, or nil when the content's origin is not on the browser's own machine.
    init?(of id: String, content: String) {
        guard let url = URL(string: content), url.scheme == "http", let host = url.host(), Self.isOwnMachine(host),
            let port = url.port
        else { return nil }
        text = "http://\(Self.host(of: id)):\(port)"
    }

    /// Whether the request is for the ad's own origin.
    static func isFor(_ id: String, authority: String?) -> Bool {
        authority?.split(separator: ":").first.map { $0 == host(of: id) } ?? false
    }

    /// What a page may frame besides the content's origin; nil when there are no such origins.
    static func pattern(content: String) -> String? {
        AdOrigin(of: "0", content: content).flatMap { URL(string: $0.text)?.port }.map { "http://*.localhost:\($0)" }
    }

    private static func host(of id: String) -> String { "ad-\(id).localhost" }

    private static func isOwnMachine(_ host: String) -> Bool {
        ["localhost", "127.0.0.1", "::1", "[::1]"].contains(host)
    }
}
