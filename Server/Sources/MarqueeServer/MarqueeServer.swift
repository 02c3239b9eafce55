import Collector
public import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
public import Logging
import MarqueeCore
import MarqueeWire
import NIOCore
import NIOSSL
public import PlatformStore
import Portal
public import Publishing
import ServiceLifecycle
import Simulator
import Synchronization
import UnixSignals

/// One server process on one data directory: device service, event intake, portal, and the device lab.
///
/// ```swift
/// let server = try MarqueeServer(configuration: try ServerConfiguration())
/// try await server.run()
/// ```
public struct MarqueeServer: Sendable {
    /// Where a running server is reached.
    public struct Addresses: Sendable, Hashable, Codable {
        /// The portal and the device service.
        public let server: URL
        /// The device lab; `nil` when it is off.
        public let lab: URL?
        /// The origin of the lab's hub pages; `nil` when the lab is off.
        public let content: URL?
    }

    public let configuration: ServerConfiguration
    public let platform: Platform
    public let publisher: Publisher
    /// Shows that somebody runs this server, for making the first portal account; changes with each start.
    public let setUpToken: String

    private let collector: Collector
    private let lab: DeviceLab
    private let logger: Logger
    private let metrics = ServerMetrics()
    private let ports: Ports

    /// The ports in use, known once the sockets are bound.
    private final class Ports: Sendable {
        let server = Mutex<Int?>(nil)
        let content = Mutex<Int?>(nil)
    }

    /// Opens the data directory; listens on nothing yet.
    /// - Throws: `StoreError` when the directory cannot be used.
    public init(configuration: ServerConfiguration, logger: Logger) throws {
        self.configuration = configuration
        self.logger = logger
        platform = try Platform.open(at: configuration.data)
        publisher = Publisher(platform: platform)
        let events = configuration.data.appending(path: "events")
        try FileManager.default.createDirectory(
            at: events, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        collector = try Collector.open(at: events, logger: logger)
        var random = SystemRandomNumberGenerator()
        setUpToken = String(random.next(), radix: 36) + String(random.next(), radix: 36)
        let ports = Ports()
        self.ports = ports
        let (publisher, platform, scheme) = (publisher, platform, configuration.tls == nil ? "http" : "https")
        lab = DeviceLab(folder: configuration.data.appending(path: "lab"), transport: URLSessionTransport()) {
            guard let port = ports.server.withLock({ $0 }), let app = try await platform.apps.apps().first else {
                return nil
            }
            let scope = try Scope(app: app.id)
            guard let service = URL(string: "\(scheme)://127.0.0.1:\(port)\(ServiceRoute.servicePath(scope))") else {
                throw StoreError(.invalid, "the server's address cannot be written")
            }
            return Configuration(service: service, trustAnchors: [try await publisher.keys.publicKey(app: app.id)])
        }
    }

    /// Serves until the process is asked to stop (SIGINT, SIGTERM) or the task is cancelled; requests in progress are
    /// finished.
    /// - Parameter onRunning: called once, when every port is open.
    public func run(onRunning: @escaping @Sendable (Addresses) async -> Void = { _ in }) async throws {
        let gate = RunningGate(expected: configuration.lab == .off ? 1 : 2) { await onRunning(addresses()) }
        let main = Application(
            router: router(), server: try serverBuilder(), configuration: address(configuration.port),
            onServerRunning: { channel in
                ports.server.withLock { $0 = channel.localAddress?.port }
                await gate.passed()
            }, logger: logger)
        var services: [any Service] = [collector.folder, DocumentKeeper(publisher: publisher, logger: logger)]
        services += [
            ScheduleKeeper(schedule: PublishingSchedule(publisher: publisher), logger: logger),
            FeedKeeper(feeds: feeds, logger: logger),
        ]
        if configuration.lab != .off {
            let router = Router(context: BasicRequestContext.self)
            HubContentRoutes(lab: lab).add(to: router)
            services.append(
                Application(
                    router: router, configuration: address(configuration.contentPort),
                    onServerRunning: { channel in
                        ports.content.withLock { $0 = channel.localAddress?.port }
                        await gate.passed()
                    }, logger: logger))
        }
        services.append(main)
        var group = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
        group.maximumGracefulShutdownDuration = configuration.shutdownTimeout
        try await ServiceGroup(configuration: group).run()
        await lab.close()
    }

    /// Every route of the server's main port; tests call it without a socket.
    func router() -> Router<ServerRequestContext> {
        let router = Router(context: ServerRequestContext.self)
        router.add(middleware: RequestMetrics(metrics: metrics))
        router.add(middleware: SecurityHeaders(servesTLS: configuration.tls != nil))
        router.add(middleware: ErrorAnswers())
        DeviceRoutes(content: PlatformContent(platform: platform, publisher: publisher), metrics: metrics).add(
            to: router)
        let body = RequestBodyReader(limit: configuration.eventBodyLimit, deadline: configuration.requestTimeout)
        EventRoutes(intake: SpooledEvents(intake: collector.intake), body: body, metrics: metrics).add(to: router)
        HealthRoutes(platform: platform, collector: collector, metrics: metrics).add(to: router)
        let portal = PortalRoutes(
            platform: platform, publisher: publisher, collector: collector, feeds: feeds, setUpToken: setUpToken,
            servesTLS: configuration.tls != nil, hasLab: configuration.lab != .off,
            bodyLimit: configuration.formBodyLimit, logger: logger)
        portal.add(to: router)
        if configuration.lab != .off {
            let (lab, ports, isOpen) = (lab, ports, configuration.lab == .open)
            let names = [configuration.host, configuration.publicURL?.host()].compactMap { $0 }
            LabRoutes(
                lab: lab, contentPort: { ports.content.withLock { $0 } },
                hosts: isOpen ? TrustedHosts(names: names) : nil
            ) { request in
                if isOpen { return true }
                return try await portal.session(of: request) != nil
            }.add(to: router)
        }
        return router
    }

    private var feeds: FeedRunner {
        FeedRunner(platform: platform, importer: ContentImporter(platform: platform), publisher: publisher)
    }

    private func address(_ port: Int) -> ApplicationConfiguration {
        ApplicationConfiguration(address: .hostname(configuration.host, port: port), serverName: "marquee")
    }

    private func serverBuilder() throws -> HTTPServerBuilder {
        guard let files = configuration.tls else { return .http1() }
        let chain = try NIOSSLCertificate.fromPEMFile(files.certificate.path).map {
            NIOSSLCertificateSource.certificate($0)
        }
        let key = try NIOSSLPrivateKey(file: files.key.path, format: .pem)
        return try .tls(
            .http1(), tlsConfiguration: .makeServerConfiguration(certificateChain: chain, privateKey: .privateKey(key)))
    }

    private func addresses() -> Addresses {
        let scheme = configuration.tls == nil ? "http" : "https"
        let host = configuration.host == "0.0.0.0" ? "127.0.0.1" : configuration.host
        func url(_ port: Int?, _ path: String = "/") -> URL? {
            port.flatMap { URL(string: "\(scheme)://\(host):\($0)\(path)") }
        }
        let server = url(ports.server.withLock { $0 }) ?? URL(filePath: "/")
        let hasLab = configuration.lab != .off
        return Addresses(
            server: server, lab: hasLab ? url(ports.server.withLock { $0 }, "/lab/") : nil,
            content: hasLab ? url(ports.content.withLock { $0 }) : nil)
    }
}
