import API
import Foundation
import Placements
import Portal
import Publishing
import Recipients
import Web

/// The settings of a reverse proxy in front of the server, derived from the server's own.
public struct ProxyPlan: Sendable, Equatable {
    /// One public origin and the port of the server that answers for it.
    struct Site: Sendable, Equatable {
        /// As it stands in an address: an IPv6 address has brackets.
        let host: String
        let port: Int
        let isTLS: Bool
        /// `127.0.0.1:8080`.
        let upstream: String

        /// `https://content.example.org`, with a port that is not the scheme's own.
        var origin: String { "\(isTLS ? "https" : "http")://\(host)" + (hasOwnPort ? ":\(port)" : "") }
        private var hasOwnPort: Bool { port != (isTLS ? 443 : 80) }
    }

    /// Portal and device service.
    let main: Site
    /// The device lab's pages; `nil` without a lab or without an address for them.
    let content: Site?
    /// In bytes: the largest body that any route of the server reads.
    let bodyLimit: Int
    let headTimeout: Duration
    let requestTimeout: Duration
    /// How long the server may be silent: publishing many articles takes minutes. Event streams write much more often.
    let silence: Duration
    /// How long a connection to the server may wait for its next request: half of the time after which the server
    /// closes it, so that the proxy never sends a request on a connection that is being closed.
    let idleTime: Duration
    /// Of one network address; `nil` for any number. The server does not count connections behind proxies.
    let connectionsPerAddress: Int?
    /// At least 1: the proxy itself.
    let proxies: Int
    /// Sentences about settings that the server needs for this proxy and does not have.
    public let notices: [String]

    /// Takes the values from the settings of a server that stands behind the proxy.
    /// - Parameters:
    ///   - configuration: the server's settings.
    ///   - upstream: the host by which the proxy reaches the server; `nil` when both are on one machine.
    /// - Throws: ``ServerConfigurationError`` when the settings leave open where the proxy or the server is, or when the
    ///   server ends TLS itself.
    public init(
        _ configuration: ServerConfiguration, upstream: String? = nil
    ) throws(ServerConfigurationError) {
        guard let address = configuration.publicURL else {
            throw ServerConfigurationError(
                .contradiction, "public-url is missing: set it to the address by which devices reach the proxy")
        }
        guard configuration.tls == nil else {
            throw ServerConfigurationError(
                .contradiction, "tls-certificate is set: behind a proxy that ends TLS the server speaks plain HTTP")
        }
        let host = upstream ?? configuration.host
        main = try Self.site(.publicURL, address, at: host, port: (.port, configuration.port))
        let contentURL = configuration.lab == .off ? nil : configuration.contentURL
        content = try contentURL.map { url throws(ServerConfigurationError) in
            try Self.site(.contentURL, url, at: host, port: (.contentPort, configuration.contentPort))
        }
        bodyLimit = max(
            configuration.eventBodyLimit, configuration.formBodyLimit, APIRoutes.largestBody,
            RecipientsRoutes.largestBody, PlacementsRoutes.largestBody,
            PortalReach.largestUpload(file: max(configuration.importFileLimit, MediaLimits.videoSize)))
        headTimeout = configuration.headTimeout
        requestTimeout = configuration.requestTimeout
        // An import waits longest: for its feed, and for the images of its articles.
        silence = max(ContentImporter.longestWait + .seconds(60), EventStream.heartbeat * 3)
        idleTime = configuration.requestTimeout / 2
        // Behind further proxies, all clients come to this one from the same addresses.
        connectionsPerAddress = configuration.proxies > 1 ? nil : configuration.connectionsPerAddress
        proxies = max(configuration.proxies, 1)
        notices = Self.notices(configuration, isElsewhere: upstream != nil)
    }

    private static func site(
        _ name: ServerOption, _ url: URL, at host: String, port: (name: ServerOption, number: Int)
    ) throws(ServerConfigurationError) -> Site {
        guard let authority = Authority(of: url), ["", "/"].contains(url.path()) else {
            throw ServerConfigurationError(
                .invalidValue, "\(name.rawValue): \"\(url)\" is not an origin such as https://content.example.org")
        }
        guard port.number > 0 else {
            throw ServerConfigurationError(
                .contradiction, "\(port.name.rawValue) is 0: a proxy needs a port that stays the same")
        }
        let isTLS = url.scheme == "https"
        return Site(
            host: authority.writtenHost, port: authority.port ?? (isTLS ? 443 : 80), isTLS: isTLS,
            upstream: "\(reachable(host)):\(port.number)")
    }

    /// The address by which a program on the same machine reaches a server that listens on `host`.
    private static func reachable(_ host: String) -> String {
        switch host {
        case "0.0.0.0": "127.0.0.1"
        case "::": "[::1]"
        default: host.contains(":") ? "[\(host)]" : host
        }
    }

    private static func notices(_ configuration: ServerConfiguration, isElsewhere: Bool) -> [String] {
        var notices: [String] = []
        if configuration.proxies == 0 {
            notices.append(
                "proxies is 0: set it to 1, or the server takes the proxy's address for that of every client.")
        }
        if !isElsewhere, !["127.0.0.1", "::1", "localhost"].contains(configuration.host) {
            notices.append(
                "host is \(configuration.host): clients that reach port \(configuration.port) without the proxy can "
                    + "write any address into X-Forwarded-For.")
        }
        if configuration.proxies > 1 {
            notices.append(
                "proxies is \(configuration.proxies): only the proxies in front of this one may reach it, and each of them "
                    + "adds to X-Forwarded-For. Name those at public addresses as trusted.")
        }
        if configuration.lab != .off, configuration.contentURL == nil {
            notices.append("content-url is missing: the device lab's pages have no address behind the proxy.")
        }
        return notices
    }
}
