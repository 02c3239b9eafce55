import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle

/// The server's sockets: each is an HTTP server, and all have the same limits on their clients.
struct Listeners {
    /// The largest head of a request, in bytes.
    private static let maximumHeadSize = 128 * 1024

    private let configuration: ServerConfiguration
    private let ports: Ports
    private let logger: Logger
    private let gate: RunningGate
    /// `nil` without TLS.
    private let tls: TLSConfiguration?
    private let peers: PeerConnections?

    /// - Parameter onRunning: called when every socket is bound.
    init(
        configuration: ServerConfiguration, ports: Ports, peers: PeerConnections?, tls: TLSConfiguration?,
        logger: Logger, onRunning: @escaping @Sendable () async -> Void
    ) {
        self.configuration = configuration
        self.ports = ports
        self.peers = peers
        self.logger = logger
        self.tls = tls
        let hasLab = configuration.lab != .off
        gate = RunningGate(
            expected: 1 + (hasLab ? 1 : 0) + (hasLab && Self.labNeedsItsOwn(configuration) ? 1 : 0)
                + (configuration.operationsPort == nil ? 0 : 1), open: onRunning)
    }

    /// Whether the main port cannot be reached as `http://127.0.0.1`, the only address that phones in this process may
    /// call without TLS. This is so when the port has TLS, whose certificate names another host, or when it listens on
    /// another address. `localhost` counts as another address, because it is ::1 on many machines.
    static func labNeedsItsOwn(_ configuration: ServerConfiguration) -> Bool {
        configuration.tls != nil || !["127.0.0.1", "0.0.0.0"].contains(configuration.host)
    }

    func main(_ router: Router<ServerRequestContext>) throws -> any Service {
        try listener(
            .main, router, host: configuration.host, port: configuration.port, setting: .port, tls: tls)
    }

    func content(_ router: Router<ServerRequestContext>) throws -> any Service {
        try listener(
            .content, router, host: configuration.host, port: configuration.contentPort, setting: .contentPort,
            tls: tls)
    }

    func device(_ router: Router<ServerRequestContext>) throws -> any Service {
        try listener(.device, router, host: "127.0.0.1", port: 0, setting: nil, tls: nil)
    }

    /// Without TLS: monitoring runs beside the server.
    func operations(_ router: Router<ServerRequestContext>, port: Int) throws -> any Service {
        try listener(
            .operations, router, host: configuration.operationsHost, port: port, setting: .operationsPort, tls: nil)
    }

    private func listener(
        _ name: Ports.Name, _ router: Router<ServerRequestContext>, host: String, port: Int, setting: ServerOption?,
        tls: TLSConfiguration?
    ) throws -> any Service {
        let (gate, ports) = (gate, ports)
        // All phones of the lab have the same address, that of this machine.
        let peers = name == .device ? nil : peers
        let headTimeout = TimeAmount(configuration.headTimeout)
        let timeout = TimeAmount(configuration.requestTimeout)
        var decoder = HTTP1Channel.Configuration.DecoderConfiguration()
        decoder.maxHeaderFieldSize = Self.maximumHeadSize / 2
        decoder.maxHeaderListSize = Self.maximumHeadSize
        decoder.maxHeaderFieldCount = 100
        let plain = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: Self.handlers(
                    peers, PaceHandler(headTimeout: headTimeout, timeout: timeout)),
                httpDecoderConfiguration: decoder))
        let application = Application(
            router: router, server: try tls.map { try .tls(plain, tlsConfiguration: $0) } ?? plain,
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: port), serverName: "marquee",
                availableConnectionsDelegate: .maximum(configuration.maximumConnections, logger: logger)),
            onServerRunning: { channel in
                ports[name] = channel.localAddress?.port
                await gate.passed()
            }, logger: logger)
        return Listener(server: application, host: host, port: port, setting: setting) { ports[name] != nil }
    }

    private static func handlers(_ peers: PeerConnections?, _ pace: PaceHandler) -> [any RemovableChannelHandler] {
        guard let peers else { return [pace] }
        return [PeerBound(peers), pace]
    }
}
