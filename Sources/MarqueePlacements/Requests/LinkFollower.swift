import Foundation
import MarqueeCore

/// Follows the redirects of a link, so that the tokens of affiliates reach the store.
struct LinkFollower: Sendable {
    /// After so many redirects, the address that was reached is opened.
    static let maximumRedirects = 10
    /// After this time, the address that was reached is opened: the person waits for it.
    static let longest = Duration.seconds(20)

    /// Schemes that mean no other app.
    private static let refusedSchemes: Set<String> = ["", "about", "blob", "data", "file", "javascript", "ph"]

    let transport: any Transport
    let uptime: @Sendable () -> Duration

    /// The address that a browser would end at. A host of the store ends the chain at once, with its query. So do an
    /// address without TLS behind one that has it, or to which the system lets no app connect, and a page that is too
    /// large to be read: the browser goes on from there. A server that a redirect led to, and that takes too long or
    /// answers with an error, is left to the browser too: some refuse all other clients.
    /// - Returns: `nil` if a server on the way cannot be reached, or the first one refuses the request.
    func lastAddress(of url: URL) async -> URL? {
        var (address, isRedirected) = (url, false)
        let end = uptime() + Self.longest
        for _ in 0..<Self.maximumRedirects where !Self.isStore(address) {
            let left = end - uptime()
            guard left > .zero else { return address }
            let request = Self.request(address, within: left)
            let response: TransportResponse
            do throws(TransportError) { response = try await transport.send(request) } catch {
                switch error.code {
                case .insecureURL, .bodyTooLarge: return address
                case .deadlineExceeded: return isRedirected ? address : nil
                default: return nil
                }
            }
            switch response.status {
            case 300..<400:
                guard let next = response.headers["location"].flatMap({ URL(string: $0, relativeTo: address) }) else {
                    return nil
                }
                let scheme = next.scheme?.lowercased() ?? ""
                guard ["http", "https"].contains(scheme) else {
                    return Self.refusedSchemes.contains(scheme) ? nil : next.absoluteURL
                }
                guard scheme == "https" || address.scheme?.lowercased() == "http" else { return next.absoluteURL }
                (address, isRedirected) = (next.absoluteURL, true)
            case ..<300: return address
            default: return isRedirected ? address : nil
            }
        }
        return address
    }

    private static func request(_ url: URL, within left: Duration) -> TransportRequest {
        var request = TransportRequest(
            "GET", url, maximumBodySize: 262_144, deadline: min(.seconds(10), left), receiver: .thirdParty)
        request.followsRedirects = false
        return request
    }

    private static func isStore(_ url: URL) -> Bool {
        guard let host = url.host()?.lowercased() else { return false }
        return ["itunes.apple.com", "apps.apple.com"].contains { host == $0 || host.hasSuffix("." + $0) }
    }
}
