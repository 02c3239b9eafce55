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

@testable import API

/// The API over a data directory of its own, with an app, a hub and a channel, and a clock that the test moves.
final class TestAPI: Sendable {
    static let all = Set(APIScope.allCases)

    let folder: URL
    let platform: Platform
    let publisher: Publisher
    let collector: Collector
    let feeds = Mutex<[String: String]>([:])

    private struct Feeds: SourceFetcher {
        let pages: @Sendable (String) -> String?

        func fetch(_ url: URL, maximum: Int) async throws(PublishingError) -> Data {
            guard let page = pages(url.absoluteString) else {
                throw PublishingError(.unreachable, "\(url) answers 500")
            }
            return Data(page.utf8)
        }
    }

    init() async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "api-\(UUID().uuidString)")
        let clock = Clock()
        self.clock = clock
        platform = try await Platform.open(at: folder.appending(path: "data"), passwordCost: 4) { clock.now }
        publisher = Publisher(platform: platform) { clock.now }
        let events = folder.appending(path: "events")
        try FileManager.default.createDirectory(at: events, withIntermediateDirectories: true)
        collector = try Collector.open(
            at: events, logger: Logger(label: "test"), now: { clock.now }, testDevices: platform.testDevices)
        _ = try await platform.apps.create("demo", name: "Demo", by: "test")
        _ = try await publisher.keys.initialize(app: "demo", by: "test")
        _ = try await platform.content.create(HubRecord(app: "demo", id: "news", title: "News"), by: "test")
        _ = try await platform.content.create(
            ChannelRecord(app: "demo", hub: "news", id: "cars", title: "Cars"), by: "test")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Puts a page view of a device into the reports.
    func view(by install: String) async throws {
        var random = SystemRandomNumberGenerator()
        let event = Event(
            id: EventID(time: clock.now, using: &random), name: EventName.contentViewed, time: clock.now, sequence: 1,
            user: nil, session: nil, properties: ["uri": "zbimdb://news/"])
        let batch = EventBatch(install: install, sent: clock.now, sdk: "1", advertiser: nil, events: [event])
        _ = try await collector.intake.accept(Array(try JSONEncoder().encode(batch)), scope: try Scope(app: "demo"))
        while try await collector.folding.foldOnce() {}
    }

    final class Clock: Sendable {
        private let time = Mutex(Timestamp(milliseconds: 1_770_000_000_000))
        var now: Timestamp { time.withLock { $0 } }
        func move(_ duration: Duration) { time.withLock { $0 = $0 + duration } }
    }

    let clock: Clock

    var routes: APIRoutes {
        let fetcher = Feeds { [self] url in feeds.withLock { $0[url] } }
        return APIRoutes(
            APIParts(
                platform: platform, publisher: publisher, collector: collector,
                importer: ContentImporter(platform: platform, fetcher: fetcher)
            ) { [clock] in clock.now })
    }

    func token(_ scopes: Set<APIScope> = all, app: String? = nil) async throws -> String {
        try await platform.credentials.createToken(
            name: "test", app: app, scopes: scopes, lifetime: .seconds(86_400), by: "test"
        ).text
    }

    /// Runs requests with a token for everything.
    func run(_ body: @escaping @Sendable (Program) async throws -> Void) async throws {
        let router = Router()
        router.add(middleware: ErrorAnswers(APIRoutes.dialects))
        routes.add(to: router)
        let token = try await token()
        try await Application(router: router).test(.router) { try await body(Program(client: $0, token: token)) }
    }
}

/// A program that calls the API.
struct Program: Sendable {
    struct Answer: Sendable {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let text: String

        /// A member of the answer's object, by its path.
        subscript(_ path: String...) -> String? {
            var value = try? JSONSerialization.jsonObject(with: Data(text.utf8))
            for name in path {
                value =
                    Int(name).flatMap { index in (value as? [Any]).flatMap { index < $0.count ? $0[index] : nil } }
                    ?? (value as? [String: Any])?[name]
            }
            return value.map { "\($0)" }
        }

        func count(_ name: String) -> Int {
            let object = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
            return (object?[name] as? [Any])?.count ?? -1
        }

        var tag: String { headers[.eTag] ?? "" }
    }

    let client: any TestClientProtocol
    var token: String?

    func with(token: String?) -> Program { Program(client: client, token: token) }

    func send(
        _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, headers: [String: String] = [:]
    ) async throws -> Answer {
        var fields: HTTPFields = [:]
        if let token { fields[.authorization] = "Bearer \(token)" }
        for (name, value) in headers { if let name = HTTPField.Name(name) { fields[name] = value } }
        let answer = try await client.execute(
            uri: "/api/v1/\(path)", method: method, headers: fields, body: body.map { ByteBuffer(string: $0) })
        return Answer(status: answer.status, headers: answer.headers, text: String(buffer: answer.body))
    }

    func get(_ path: String) async throws -> Answer { try await send(.get, path) }
}
