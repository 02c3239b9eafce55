import Foundation
import HTTPTypes
import Hummingbird
import Logging
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire
import NIOCore
import Testing

@testable import Web
@testable import Simulator

/// A lab over a content service in memory, asked through its routers without a socket.
final class LabFixture: Sendable {
    struct Answer: Sendable {
        let status: HTTPResponse.Status
        let headers: HTTPFields
        let body: Data

        func decoded<Value: Decodable>(_: Value.Type = Value.self) throws -> Value {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            return try decoder.decode(Value.self, from: body)
        }

        /// The sentence of a refusal.
        var message: String { (try? decoded([String: String].self))?["message"] ?? "" }
    }

    static let contentPort = 4711
    let folder: TemporaryFolder
    let service: SimulatedContentService
    let lab: DeviceLab
    let uptime = Locked(Duration.zero)
    let mayUse = Locked(true)
    private let main: any HTTPResponder<LabContext>
    private let content: any HTTPResponder<LabContext>

    init(
        hosts: TrustedHosts? = TrustedHosts(), wings: [any LabWing] = LabWings.all, game: GameServer? = nil,
        apps: (@Sendable () throws -> [LabApp])? = nil
    ) throws {
        folder = try TemporaryFolder()
        let service = try SimulatedContentService()
        try service.publish(.sample())
        self.service = service
        let (url, key, uptime, mayUse) = (service.url, try service.publicKey(), uptime, mayUse)
        let configuration = Configuration(service: url, trustAnchors: [key], settings: game?.settings ?? [:])
        let carried = SimulatedApps(
            configuration: configuration, list: apps ?? { SimulatedApps.brand }, testDevices: game?.testDevices)
        game?.service.withLock { $0 = service }
        lab = DeviceLab(
            folder: folder.url, transport: (game as (any Transport)?) ?? service, apps: carried, store: game?.store,
            uptime: { uptime.withLock { $0 } }, wings: wings)
        let router = Router(context: LabContext.self)
        router.add(middleware: ErrorAnswers())
        LabRoutes(lab: lab, contentPort: { Self.contentPort }, hosts: hosts) { _ in mayUse.withLock { $0 } }.add(
            to: router)
        main = router.buildResponder()
        let contentRouter = Router(context: LabContext.self)
        HubContentRoutes(lab: lab).add(to: contentRouter)
        content = contentRouter.buildResponder()
    }

    /// Phones hold files and clocks until they are switched off, and there are hundreds of fixtures.
    deinit {
        let lab = lab
        Task { await lab.close() }
    }

    /// A request to the lab's own origin.
    func send(
        _ method: HTTPRequest.Method, _ path: String, json: String? = nil, host: String = "127.0.0.1:8080",
        headers: [String: String] = ["x-marquee-lab": "1"]
    ) async throws -> Answer {
        try await ask(main, Self.request(method, path, json, host, headers))
    }

    /// A request to the hubs' origin.
    func page(
        _ path: String, destination: String = "iframe", method: HTTPRequest.Method = .get,
        host: String = "127.0.0.1:\(contentPort)"
    ) async throws -> Answer {
        try await ask(content, Self.request(method, path, nil, host, ["sec-fetch-dest": destination]))
    }

    /// A phone as its page draws it.
    func state(_ id: String) throws -> PhoneState { try PhoneState(lab.state(of: lab.device(id))) }

    /// The hub of the app in front.
    func hub(_ id: String) throws -> HubWing.State { try #require(try state(id).hub) }

    /// The app in front.
    func app(_ id: String) throws -> AppProcess { try #require(try lab.device(id).front) }

    /// Sends a command that must succeed.
    @discardableResult
    func command(
        _ id: String, _ name: String, _ values: [String: any Encodable & Sendable] = [:]
    ) async throws -> PhoneState {
        let answer = try await attempt(id, name, values)
        try #require(answer.status == .ok, "\(answer.message)")
        return try answer.decoded()
    }

    /// Sends a command that may be refused.
    func attempt(
        _ id: String, _ name: String, _ values: [String: any Encodable & Sendable] = [:]
    ) async throws -> Answer {
        let json = String(decoding: try JSONEncoder().encode(Body(name: name, values: values)), as: UTF8.self)
        return try await send(.post, "/lab/api/devices/\(id)/commands", json: json)
    }

    /// A new phone.
    func phone() async throws -> String {
        let answer = try await send(.post, "/lab/api/devices")
        try #require(answer.status == .created, "\(answer.message)")
        return try answer.decoded(PhoneState.self).id
    }

    /// Presents a hub and renders its first page, as a browser does.
    @discardableResult
    func open(
        _ id: String, _ values: [String: any Encodable & Sendable] = [:]
    ) async throws -> HubWing.State {
        let app = try app(id)
        try #require(await eventually { app.surface.hub == nil })
        try await command(id, "hub.present", values)
        try #require(await eventually { app.surface.screen.page != nil })
        return try await rendered(id)
    }

    /// Reports that the page on screen is rendered.
    @discardableResult
    func rendered(_ id: String) async throws -> HubWing.State {
        let visit = try #require(try hub(id).page?.visit)
        try await command(id, "hub.rendered", ["visit": visit])
        let app = try app(id)
        try #require(await eventually { app.keptHub != nil && app.marquee.hub.isDisplaying })
        return try hub(id)
    }

    /// Waits until the phone's feed has such an entry.
    func entry(_ id: String, _ isMet: @escaping @Sendable (FeedEntry) -> Bool) async throws -> FeedEntry {
        let feed = try lab.device(id).feed
        let found = Locked<FeedEntry?>(nil)
        _ = await eventually {
            var place = DeviceFeed.Place()
            let match = feed.entries(after: &place).last(where: isMet)
            found.withLock { $0 = match }
            return match != nil
        }
        return try #require(found.withLock { $0 })
    }

    private static func request(
        _ method: HTTPRequest.Method, _ path: String, _ json: String?, _ host: String, _ headers: [String: String]
    ) -> Request {
        var fields = HTTPFields()
        for (name, value) in headers {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        let head = HTTPRequest(method: method, scheme: "http", authority: host, path: path, headerFields: fields)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer(string: json ?? "")))
    }

    private func ask(_ responder: any HTTPResponder<LabContext>, _ request: Request) async throws -> Answer {
        let context = LabContext(source: LabSource())
        do {
            let response = try await responder.respond(to: request, context: context)
            let writer = CollectingWriter()
            try await response.body.write(writer)
            return Answer(status: response.status, headers: response.headers, body: writer.data)
        } catch let error as any HTTPResponseError {
            return Answer(status: error.status, headers: [:], body: Data())
        }
    }

    /// The events of a phone's feed until one meets a condition: names and data.
    func feed(
        _ id: String, until isMet: @escaping @Sendable (String, Data) -> Bool
    ) async throws -> [(name: String, data: Data)] {
        let request = Self.request(.get, "/lab/api/devices/\(id)/feed", nil, "127.0.0.1:8080", [:])
        let response = try await main.respond(to: request, context: LabContext(source: LabSource()))
        let writer = CollectingWriter { data in
            Self.events(data).contains { isMet($0.name, $0.data) }
        }
        do { try await response.body.write(writer) } catch is CollectingWriter.Enough {}
        return Self.events(writer.data)
    }

    private static func events(_ data: Data) -> [(name: String, data: Data)] {
        String(decoding: data, as: UTF8.self).components(separatedBy: "\n\n").compactMap { block in
            let lines = block.components(separatedBy: "\n")
            guard lines.count == 2, lines[0].hasPrefix("event: "), lines[1].hasPrefix("data: ") else { return nil }
            return (String(lines[0].dropFirst(7)), Data(lines[1].dropFirst(6).utf8))
        }
    }
}

/// A phone's state as the page reads it.
struct PhoneState: Decodable, Sendable {
    let id: String
    let revision: Int
    let started: Int64
    let device: DeviceWing.State
    /// None without an app in front.
    let hub: HubWing.State?
    let engage: EngageWing.State
    let placements: PlacementsWing.State

    init(_ state: DeviceState) throws {
        self = try JSONDecoder().decode(Self.self, from: JSONEncoder().encode(state))
    }
}

/// A command as the page writes it.
private struct Body: Encodable {
    let name: String
    let values: [String: any Encodable & Sendable]

    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(name, forKey: Key(stringValue: "name"))
        for (key, value) in values { try container.encode(value, forKey: Key(stringValue: key)) }
    }
}

struct LabSource: RequestContextSource {
    var logger: Logger { Logger(label: "lab-tests", factory: { _ in SwiftLogNoOpLogHandler() }) }
}

struct LabContext: RequestContext {
    typealias Source = LabSource

    var coreContext: CoreRequestContextStorage

    init(source: LabSource) {
        coreContext = CoreRequestContextStorage(source: source)
    }
}

/// Keeps what is written, and may say that it is enough.
final class CollectingWriter: ResponseBodyWriter {
    struct Enough: Error {}

    private let bytes = Locked(Data())
    private let isEnough: @Sendable (Data) -> Bool

    init(isEnough: @escaping @Sendable (Data) -> Bool = { _ in false }) {
        self.isEnough = isEnough
    }

    var data: Data { bytes.withLock { $0 } }

    func write(_ buffer: ByteBuffer) async throws {
        bytes.withLock { $0.append(contentsOf: buffer.readableBytesView) }
        if isEnough(data) { throw Enough() }
    }

    func finish(_ trailingHeaders: HTTPFields?) async throws {}
}
