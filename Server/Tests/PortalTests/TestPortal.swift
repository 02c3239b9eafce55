import Collector
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import MarqueeWire
import NIOCore
import PlatformStore
import Publishing
import Synchronization
import Web

@testable import Portal

/// A portal over a data directory of its own, with an app, a hub and a channel, and a clock that the test moves.
final class TestPortal: Sendable {
    /// Takes the peer of a request from a header: tests have no sockets.
    struct Context: RequestContext, RemoteAddressRequestContext {
        var coreContext: CoreRequestContextStorage
        var remoteAddress: SocketAddress?

        init(source: ApplicationRequestContextSource) { coreContext = CoreRequestContextStorage(source: source) }

        /// For requests that no server makes.
        init(logger: Logger) { coreContext = CoreRequestContextStorage(source: Alone(logger: logger)) }

        private struct Alone: RequestContextSource {
            let logger: Logger
        }
    }

    private struct Peer: RouterMiddleware {
        func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response)
            async throws -> Response
        {
            var context = context
            if let name = HTTPField.Name("X-Test-Peer"), let address = request.headers[name] {
                context.remoteAddress = try SocketAddress(ipAddress: address, port: 1)
            }
            return try await next(request, context)
        }
    }

    /// What feeds answer, by address.
    final class Web: SourceFetcher {
        let pages = Mutex<[String: String]>([:])
        let files = Mutex<[String: Data]>([:])

        func fetch(_ url: URL, maximum: Int) async throws(PublishingError) -> Data {
            if let file = files.withLock({ $0[url.absoluteString] }) { return file }
            guard let page = pages.withLock({ $0[url.absoluteString] }) else {
                throw PublishingError(.unreachable, "\(url) answers 500")
            }
            return Data(page.utf8)
        }
    }

    static let app = "demo"
    static let token = "set-up-token"
    static let password = "correct horse battery"
    static let channel = ContentURI(hub: "news", .channel("cars"))

    let folder: URL
    let platform: Platform
    let publisher: Publisher
    let collector: Collector
    let web = Web()
    let log = LogRecorder()
    private let servesTLS: Bool
    private let hasLab: Bool
    private let pushDelivery: (any PushDelivery)?

    /// Opens a portal over an app with one hub, or over nothing; `change` puts something else in a part of the platform's place.
    init(
        servesTLS: Bool = false, hasLab: Bool = false, hasApp: Bool = true, server: String? = nil,
        pushDelivery: (any PushDelivery)? = nil,
        change: (Platform) -> Platform = { $0 }
    ) async throws {
        self.servesTLS = servesTLS
        self.hasLab = hasLab
        self.pushDelivery = pushDelivery
        folder = FileManager.default.temporaryDirectory.appending(path: "portal-\(UUID().uuidString)")
        let clock = Clock()
        self.clock = clock
        platform = change(
            try await Platform.open(at: folder.appending(path: "data"), passwordCost: 4) { clock.now })
        publisher = Publisher(platform: platform) { clock.now }
        let events = folder.appending(path: "events")
        try FileManager.default.createDirectory(at: events, withIntermediateDirectories: true)
        var collector = try Collector.open(
            at: events, logger: Logger(label: "test"), now: { clock.now }, testDevices: platform.testDevices)
        collector.server = server
        self.collector = collector
        guard hasApp else { return }
        _ = try await platform.apps.create(Self.app, name: "Demo", by: "test")
        _ = try await publisher.keys.initialize(app: Self.app, by: "test")
        _ = try await platform.content.create(HubRecord(app: Self.app, id: "news", title: "News"), by: "test")
        _ = try await platform.content.create(
            ChannelRecord(app: Self.app, hub: "news", id: "cars", title: "Cars"), by: "test")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    final class Clock: Sendable {
        private let time = Mutex(Timestamp(milliseconds: 1_790_000_000_000))

        var now: Timestamp { time.withLock { $0 } }

        func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
    }

    let clock: Clock

    /// Draws title and message of a unit.
    private static func drawing(_ unit: ContentUnitRecord) -> Response {
        .text("\(unit.document["title"]?.text ?? ""): \(unit.document["message"]?.text ?? "")")
    }

    func router() -> Router<Context> {
        let router = Router(context: Context.self)
        router.add(middleware: Peer())
        router.add(middleware: ErrorAnswers(PortalRoutes.dialects))
        let importer = ContentImporter(platform: platform, fetcher: web)
        let clock = clock
        let feeds = FeedRunner(platform: platform, importer: importer, publisher: publisher) { clock.now }
        let parts = PortalParts(
            platform: platform, publisher: publisher, collector: collector, feeds: feeds, pictures: web,
            pushDelivery: pushDelivery, unitPreview: Self.drawing
        ) { clock.now }
        PortalRoutes(
            parts, reach: PortalReach(servesTLS: servesTLS, formLimit: 1_000_000, importLimit: 3_000_000),
            setUpToken: Self.token,
            hasLab: hasLab
        ).add(to: router)
        return router
    }

    /// Runs a test with browsers that see this portal.
    func run(_ body: @escaping @Sendable (any TestClientProtocol) async throws -> Void) async throws {
        try await Application(router: router(), logger: log.logger).test(.router) { try await body($0) }
    }

    /// Runs a test with a browser in which the administrator Ann is signed in.
    func signedIn(_ body: @escaping @Sendable (Browser) async throws -> Void) async throws {
        _ = try await platform.accounts.createFirst(name: "Ann", password: Self.password)
        try await run { client in
            let browser = Browser(client)
            try await browser.signIn()
            try await body(browser)
        }
    }

    /// Runs a test with a browser in which somebody of other roles is signed in; Ann has made the account.
    func signedIn(as roles: WingRoles, _ body: @escaping @Sendable (Browser) async throws -> Void) async throws {
        _ = try await platform.accounts.createFirst(name: "Ann", password: Self.password)
        _ = try await platform.accounts.create(name: "Eve", password: Self.password, roles: roles, by: "Ann")
        try await run { client in
            let browser = Browser(client)
            try await browser.signIn("Eve")
            try await body(browser)
        }
    }

    /// An event of a device, sent now and in the reports when this returns.
    func record(
        _ name: String, _ properties: [String: Event.Value], user: String? = "u", ago: Duration = .zero,
        install: String = "i", app: String = app, sequence: Int64 = 1
    ) async throws {
        var random = SystemRandomNumberGenerator()
        let event = Event(
            id: EventID(time: clock.now, using: &random), name: name, time: clock.now + (.zero - ago),
            sequence: sequence, user: user, session: nil, properties: properties)
        let batch = EventBatch(install: install, sent: clock.now, sdk: "1", advertiser: nil, events: [event])
        _ = try await collector.intake.accept(
            Array(try JSONEncoder().encode(batch)), scope: try Scope(app: app))
        while try await collector.folding.foldOnce() {}
    }

    @discardableResult
    func article(_ title: String, tags: [String] = [], body: String = "Text", in channel: ContentURI = channel)
        async throws -> ArticleRecord
    {
        try await platform.content.createArticle(
            ArticleContent(title: title, body: body, tags: tags), in: channel, app: Self.app, by: "test")
    }
}
