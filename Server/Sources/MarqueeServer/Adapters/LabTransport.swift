import Foundation
import MarqueeCore
import PlatformStore
import Publishing

/// The internet behind the simulated networks of the lab's phones.
///
/// Units of placements name addresses of others: pictures, and where links lead. A person who may edit units could otherwise
/// read services beside this server through a phone of the lab. So a phone reaches this server and the store simulator,
/// and of everything else public addresses and the operator's own networks.
struct LabTransport: Transport {
    /// The types of pictures by the ending of their paths.
    private static let types = [
        "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif", "webp": "image/webp",
        "avif": "image/avif", "svg": "image/svg+xml",
    ]

    private let store: URL?
    private let publicURL: URL?
    private let outside: any SourceFetcher
    private let own: any Transport
    private let port: @Sendable () -> Int?

    /// - Parameters:
    ///   - store: the store simulator.
    ///   - publicURL: this server's address for others. Phones reach it on this machine.
    ///   - networks: the operator's own.
    ///   - outside: gets pictures of others; by default within public addresses and `networks`.
    ///   - port: where this machine reaches the device service.
    init(
        store: URL?, publicURL: URL?, networks: [AddressRange], own: any Transport = URLSessionTransport(),
        outside: (any SourceFetcher)? = nil, port: @escaping @Sendable () -> Int?
    ) {
        self.store = store
        self.publicURL = publicURL
        self.own = own
        self.outside = outside ?? HTTPSourceFetcher(reach: .publicAnd(networks), deadlineSeconds: 10)
        self.port = port
    }

    func send(
        _ request: TransportRequest, progress: (@Sendable (Int) -> Void)?
    ) async throws(TransportError) -> TransportResponse {
        if let local = local(request) { return try await own.send(local, progress: progress) }
        guard request.method == "GET" else {
            throw TransportError(.unreachable, "a phone of the lab sends nothing to other servers")
        }
        // Only the last address of a link counts here, and asking may count as a click there.
        guard request.followsRedirects else { return TransportResponse(status: 200) }
        do {
            let body = try await outside.fetch(request.url, maximum: request.maximumBodySize)
            let type = Self.types[request.url.pathExtension.lowercased()] ?? "application/octet-stream"
            return TransportResponse(status: 200, headers: ["Content-Type": type], body: body)
        } catch {
            throw TransportError(.unreachable, "the address cannot be had: \(error.code)")
        }
    }

    /// The request as it reaches this machine; `nil` for an address of others.
    private func local(_ request: TransportRequest) -> TransportRequest? {
        if let store, Self.haveOneOrigin(request.url, store) { return request }
        guard let port = port(), var parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false) else {
            return nil
        }
        if parts.scheme != "http" || parts.host != "127.0.0.1" || parts.port != port {
            guard let publicURL, Self.haveOneOrigin(request.url, publicURL) else { return nil }
            (parts.scheme, parts.host, parts.port) = ("http", "127.0.0.1", port)
        }
        var local = request
        // A link of a unit is a redirect of this server: it must not lead beside it.
        local.receiver = .service
        if let url = parts.url { local.url = url }
        return local
    }

    private static func haveOneOrigin(_ one: URL, _ other: URL) -> Bool {
        func port(_ url: URL) -> Int { url.port ?? (url.scheme == "https" ? 443 : 80) }
        return one.scheme == other.scheme && one.host()?.lowercased() == other.host()?.lowercased()
            && port(one) == port(other)
    }
}
