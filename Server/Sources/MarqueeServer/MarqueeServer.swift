import API
package import Collector
public import Foundation
import Hummingbird
import HummingbirdCore
public import Logging
import MarqueeCore
import MarqueeWire
import Placements
public import PlatformStore
import Portal
public import Publishing
import Receipts
import Recipients
import Secrets
import ServiceLifecycle
import Simulator
import UnixSignals
import Web

/// One server process on one data directory: device service, event intake, portal, and the device lab.
///
/// ```swift
/// let server = try await MarqueeServer(configuration: try ServerConfiguration(), logger: logger)
/// try await server.run()
/// ```
public struct MarqueeServer: Sendable {
    /// The addresses of a running server.
    public struct Addresses: Sendable, Hashable, Codable {
        /// The portal and the device service.
        public let server: URL
        /// The device lab; `nil` when it is off.
        public let lab: URL?
        /// The origin of the lab's hub pages; `nil` when the lab is off.
        public let content: URL?
        /// The address of `/metrics` and `/readyz`; `nil` without an operations port.
        public let operations: URL?
    }

    /// The settings that the server was started with.
    public let configuration: ServerConfiguration
    /// The stores of the data directory.
    public let platform: Platform
    /// Signs and publishes what is stored there.
    public let publisher: Publisher
    /// Proves that its holder runs this server, to make the first portal account; changes with each start.
    public let setUpToken: String

    package let collector: Collector
    let lab: DeviceLab
    private let labConnections: LabConnections
    let logger: Logger
    let metrics: ServerMetrics
    let bodies: BodyMemory
    /// `nil` without TLS.
    let certificate: ServingCertificate?
    /// `nil` when an address may have any number of connections.
    let peers: PeerConnections?
    let ports: Ports
    let readiness: ServerReadiness
    private let unitTemplates: UnitTemplates

    /// Opens the data directory, but no port yet.
    /// - Throws: `StoreError` when the directory cannot be used, ``CertificateError``; also when files that belong to the
    ///   program are not beside it.
    public init(configuration: ServerConfiguration, logger: Logger) async throws {
        self.configuration = configuration
        self.logger = logger
        unitTemplates = try UnitTemplates()
        platform = try await Platform.open(
            at: configuration.data, database: configuration.database, objects: configuration.objects)
        publisher = Publisher(platform: platform)
        let events = configuration.data.appending(path: "events")
        try FileManager.default.createDirectory(
            at: events, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var collector = try Collector.open(
            at: events, logger: logger,
            retention: Retention(quota: configuration.warehouseQuota, days: configuration.eventRetention),
            limits: Self.limits(configuration),
            recipients: PlatformOptOuts(recipients: platform.recipients), testDevices: platform.testDevices,
            newestRelease: { [platform] scope in
                do { return try await platform.releases.latest(scope)?.version ?? 0 } catch { return nil }
            },
            pages: { [publisher] scope, version in
                do { return try await publisher.manifests(of: version, in: scope).flatMap(\.publishedPages) } catch {
                    logger.error(
                        "the pages of a release could not be read for the reports",
                        metadata: ["scope": "\(scope)", "release": "\(version)", "error": "\(error)"])
                    return nil
                }
            })
        if configuration.database.isShared { collector.server = ProcessInfo.processInfo.hostName }
        self.collector = collector
        readiness = ServerReadiness(folder: configuration.data)
        bodies = BodyMemory(limit: configuration.bodyMemory)
        // Behind proxies every connection comes from a proxy.
        peers = configuration.proxies > 0 ? nil : configuration.connectionsPerAddress.map { PeerConnections(limit: $0) }
        setUpToken = RandomToken.make(bytes: 16)
        metrics = ServerMetrics(registry: MetricsRegistry())
        certificate = try configuration.tls.map { files throws(CertificateError) in try ServingCertificate(files) }
        ProcessMetrics.register(in: metrics.registry)
        StoreMetrics(platform: platform, publisher: publisher) { [certificate] in certificate?.ends }
            .register(in: metrics.registry)
        CollectorMetrics.register(collector, in: metrics.registry)
        ConnectionMetrics.register(peers, bodies, in: metrics.registry)
        let ports = Ports()
        self.ports = ports
        let port = Listeners.labNeedsItsOwn(configuration) ? Ports.Name.device : .main
        labConnections = LabConnections()
        let apps = PlatformApps(platform: platform, publisher: publisher, connections: labConnections) { ports[port] }
        let transport = LabTransport(
            store: configuration.labStore, publicURL: configuration.publicURL, networks: configuration.feedNetworks
        ) { ports[port] }
        lab = DeviceLab(
            folder: configuration.data.appending(path: "lab"), transport: transport, apps: apps,
            store: configuration.labStore)
    }

    /// Checks whether a server could open its ports, for programs that have long work to do before it starts.
    public static func checkPorts(of configuration: ServerConfiguration) throws(ListenError) {
        try PortCheck(configuration: configuration).run()
    }

    /// Connects the lab's phones with an app's Engage account: each app that is started from now on sends its universal
    /// events and changes recipients with this client. Everybody who can use the lab can then do this too.
    public func connectLab(_ connection: LabConnection, app: String) {
        labConnections[app] = connection
    }

    /// Serves until the process is asked to stop (SIGINT, SIGTERM) or the task is cancelled; requests in progress are
    /// finished.
    /// - Parameter onRunning: called once, when every port is open.
    /// - Throws: `ListenError` when a port cannot be opened; also when a service fails.
    public func run(onRunning: @escaping @Sendable (Addresses) async -> Void = { _ in }) async throws {
        // Before any service has begun: a start that fails has one cause, and nothing else to say.
        try Self.checkPorts(of: configuration)
        logger.info("the control plane's database is \(configuration.database)")
        logger.info("objects are in \(configuration.objects)")
        // Beside the start, which does not wait for a store that is away.
        async let _ = reportObjects()
        if configuration.database.isShared {
            logger.info("events stay on this machine: the reports of this server show the events that it took itself")
        }
        if let notice = FolderModeNotice.text(of: configuration.data) { logger.warning("\(notice)") }
        if let key = configuration.tls?.key, let notice = FolderModeNotice.text(ofKey: key) {
            logger.warning("\(notice)")
        }
        var group = ServiceGroupConfiguration(
            services: try services(onRunning: onRunning), gracefulShutdownSignals: [.sigint, .sigterm], logger: logger)
        group.maximumGracefulShutdownDuration = configuration.drainTime + configuration.shutdownTimeout
        try await ServiceGroup(configuration: group).run()
        await lab.close()
    }

    /// Asks the object store for one name. The server starts even when the store does not answer: documents, events and
    /// the portal do not need it.
    private func reportObjects() async {
        guard configuration.objects.isShared else {
            if configuration.database.isShared {
                logger.warning(
                    "objects are in this server's own folder: another server over the same database cannot serve them")
            }
            return
        }
        do { _ = try await platform.objects.names(after: nil, limit: 1) } catch {
            logger.error("objects cannot be read or written yet", metadata: ["error": "\(error)"])
        }
    }

    /// All services in the order in which they start; they are stopped in the reverse order.
    func services(onRunning: @escaping @Sendable (Addresses) async -> Void = { _ in }) throws -> [any Service] {
        let listeners = Listeners(
            configuration: configuration, ports: ports, peers: peers, tls: certificate?.configuration(), logger: logger
        ) {
            let addresses = addresses()
            logger.info("\(greeting(addresses))")
            await onRunning(addresses)
        }
        var services: [any Service] = [collector.folding, DocumentKeeper(publisher: publisher, logger: logger)]
        if let certificate { services.append(CertificateKeeper(certificate: certificate, logger: logger)) }
        services += [
            ScheduleKeeper(schedule: PublishingSchedule(publisher: publisher), logger: logger),
            FeedKeeper(feeds: feeds, logger: logger),
            JobKeeper(jobs: platform.jobs, logger: logger),
            PurchaseKeeper(verification: purchaseVerification, logger: logger),
            OptOutKeeper(
                placements: platform.placements, collector: collector, isShared: configuration.database.isShared,
                logger: logger),
            RetentionKeeper(
                folding: collector.folding, placements: platform.placements, purchases: platform.purchases,
                logger: logger),
        ]
        if configuration.lab != .off {
            let pages = Self.emptyRouter()
            pages.add(middleware: UnguessedTypes())
            pages.add(middleware: ErrorAnswers())
            HubContentRoutes(lab: lab).add(to: pages)
            services.append(try listeners.content(pages))
            services.append(HomeScreenKeeper(lab: lab, logger: logger))
            if Listeners.labNeedsItsOwn(configuration) { services.append(try listeners.device(deviceRouter())) }
        }
        if let port = configuration.operationsPort {
            services.append(try listeners.operations(operationsRouter(), port: port))
        }
        services.append(try listeners.main(router()))
        services.append(ClosingNotice(readiness: readiness, drainTime: configuration.drainTime))
        return services.map { NamedService($0) }
    }

    /// Every route of the server's main port; tests call it without a socket.
    func router() -> Router<ServerRequestContext> {
        let router = deviceRouter(PortalRoutes.dialects + APIRoutes.dialects)
        HealthRoutes.addLiveness(to: router)
        StoreNoticeRoutes(NoticeIntake(platform, rootFile: configuration.receiptRoot)).add(to: router)
        let portal = PortalRoutes(
            PortalParts(
                platform: platform, publisher: publisher, collector: collector, feeds: feeds,
                pushDelivery: configuration.lab == .off ? nil : LabPushes(lab: lab),
                unitPreview: UnitPreview(unitTemplates, pictures: PictureFiles(platform)).response),
            reach: PortalReach(
                servesTLS: configuration.isReachedByTLS, publicURL: configuration.publicURL,
                proxies: configuration.proxies, formLimit: configuration.formBodyLimit,
                importLimit: configuration.importFileLimit),
            setUpToken: setUpToken, hasLab: configuration.lab != .off)
        portal.add(to: router)
        APIRoutes(
            APIParts(
                platform: platform, publisher: publisher, collector: collector, importer: importer)
        ).add(to: router)
        if configuration.lab != .off {
            let (lab, ports, isOpen) = (lab, ports, configuration.lab == .open)
            let names = [configuration.host, configuration.publicURL?.host()].compactMap { $0 }
            LabRoutes(
                lab: lab, contentPort: { ports[.content] }, contentScheme: configuration.tls == nil ? "http" : "https",
                contentURL: configuration.contentURL,
                hosts: isOpen ? TrustedHosts(names: names) : nil
            ) { request in
                if isOpen { return true }
                return try await portal.session(of: request) != nil
            }.add(to: router)
        }
        return router
    }

    /// Every route for GET answers HEAD too: monitors and balancers ask with it.
    private static func emptyRouter() -> Router<ServerRequestContext> {
        Router(context: ServerRequestContext.self, options: .autoGenerateHeadEndpoints)
    }

    /// The routes for monitoring.
    func operationsRouter() -> Router<ServerRequestContext> {
        let router = Self.emptyRouter()
        router.add(middleware: SecurityHeaders(servesTLS: false))
        router.add(middleware: CompressedAnswers())
        router.add(middleware: ErrorAnswers())
        HealthRoutes(
            platform: platform, collector: collector, metrics: metrics.registry, readiness: readiness
        ).add(to: router)
        return router
    }

    /// The routes that devices call, and no others.
    /// - Parameter dialects: of the routes that are added later.
    func deviceRouter(_ dialects: [DialectPlace] = []) -> Router<ServerRequestContext> {
        let router = Self.emptyRouter()
        router.add(middleware: RequestMetrics(metrics: metrics))
        router.add(middleware: RequestLog(extent: configuration.requestLog, proxies: configuration.proxies))
        router.add(middleware: SecurityHeaders(servesTLS: configuration.isReachedByTLS))
        router.add(middleware: CompressedAnswers())
        router.add(
            middleware: ErrorAnswers(PlacementsRoutes.dialects + RecipientsRoutes.dialects + dialects))
        router.add(middleware: BoundedBodies(memory: bodies))
        let content = PlatformContent(
            platform: platform, publisher: publisher, objects: ScopeObjects(platform: platform))
        DeviceRoutes(content: content, metrics: metrics).add(to: router)
        let events = CollectorAcceptance(intake: collector.intake, scopes: KnownScopes(platform: platform))
        EventRoutes(
            intake: events, body: BodyReader(limit: configuration.eventBodyLimit), metrics: metrics,
            proxies: configuration.proxies
        ).add(to: router)
        SubmissionRoutes(
            submissions: collector.submissions, accounts: PlatformEngageAccounts(clients: platform.engageClients),
            body: BodyReader(limit: configuration.eventBodyLimit), metrics: metrics, proxies: configuration.proxies
        ).add(to: router)
        placements.add(to: router)
        RecipientsRoutes(platform).add(to: router)
        return router
    }

    private var placements: PlacementsRoutes {
        let journal = StoredPlacementJournal(platform.placements) { [logger] error in
            logger.warning("a test device's request was not kept", metadata: ["error": "\(error)"])
        }
        let ledger = CollectedPlacements(events: collector.serverEvents) { [logger, metrics] error in
            metrics.recordLostPlacement()
            logger.warning("reports lack what a device did with a placement", metadata: ["error": "\(error)"])
        }
        return PlacementsRoutes(
            platform, templates: unitTemplates, purchases: StoredPurchases(platform.purchases), journal: journal,
            ledger: ledger, senders: CollectedSenders(limits: Self.limits(configuration)),
            proxies: configuration.proxies,
            publicURL: configuration.publicURL, servesTLS: configuration.isReachedByTLS
        ) { [metrics] route, outcome in metrics.recordPlacement(route: route.rawValue, outcome: outcome.rawValue) }
    }

    /// Of one kind of requests: who floods the server with events, which takes no secret, keeps no placement from those who
    /// share his address.
    private static func limits(_ configuration: ServerConfiguration) -> IntakeLimits {
        IntakeLimits(address: configuration.eventRatePerAddress, install: configuration.eventRatePerInstall)
    }

    private var feeds: FeedRunner { FeedRunner(platform: platform, importer: importer, publisher: publisher) }

    private var purchaseVerification: PurchaseVerification {
        let service = configuration.receiptServices.map {
            ReceiptService(production: $0.production, sandbox: $0.sandbox)
        }
        return PurchaseVerification(
            purchases: platform.purchases, rootFile: configuration.receiptRoot, service: service)
    }

    private var importer: ContentImporter {
        ContentImporter(
            platform: platform, fetcher: HTTPSourceFetcher(reach: .publicAnd(configuration.feedNetworks)))
    }

    /// What an operator looks for first in a log: which program serves which data where.
    private func greeting(_ addresses: Addresses) -> String {
        let tls = certificate.map { "TLS by a certificate valid until \($0.ends)" } ?? "no TLS of its own"
        let reached = configuration.publicURL.map { ", reached as \($0)" } ?? ""
        let operations = addresses.operations.map { ", operations at \($0)" } ?? ""
        let place = "\(configuration.data.path) at \(addresses.server)"
        return "marquee \(BuildInfo.text) serves \(place)\(reached)\(operations), \(tls)"
    }

    private func addresses() -> Addresses {
        let scheme = configuration.tls == nil ? "http" : "https"
        let host = ServerConfiguration.reachable(configuration.host)
        let operationsHost = ServerConfiguration.reachable(configuration.operationsHost)
        func url(_ port: Int?, _ path: String = "/") -> URL? {
            port.flatMap { URL(string: "\(scheme)://\(host):\($0)\(path)") }
        }
        let hasLab = configuration.lab != .off
        return Addresses(
            server: url(ports[.main]) ?? URL(filePath: "/"), lab: hasLab ? url(ports[.main], "/lab/") : nil,
            content: hasLab ? url(ports[.content]) : nil,
            operations: ports[.operations].flatMap { URL(string: "http://\(operationsHost):\($0)/") })
    }
}
