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

    init(hosts: TrustedHosts? = TrustedHosts(), apps: (@Sendable () throws -> [LabApp])? = nil) throws {
        folder = try TemporaryFolder()
        let service = try SimulatedContentService()
        try service.publish(.sample())
        self.service = service
        let (url, key, uptime, mayUse) = (service.url, try service.publicKey(), uptime, mayUse)
        let configuration = Configuration(service: url, trustAnchors: [key])
        let carried = SimulatedApps(configuration: configuration, list: apps ?? { SimulatedApps.brand })
        lab = DeviceLab(
            folder: folder.url, transport: service, apps: carried, uptime: { uptime.withLock { $0 } })
        let router = Router(context: LabContext.self)
        LabRoutes(lab: lab, contentPort: { Self.contentPort }, hosts: hosts) { _ in mayUse.withLock { $0 } }.add(
            to: router)
        main = router.buildResponder()
        let contentRouter = Router(context: LabContext.self)
        HubContentRoutes(lab: lab).add(to: contentRouter)
        content = contentRouter.buildResponder()
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

    func state(_ id: String) throws -> DeviceState { DeviceState(try lab.device(id)) }

    /// Sends a command that must succeed.
    @discardableResult
    func command(_ id: String, _ command: DeviceCommand) async throws -> DeviceState {
        let json = String(decoding: try JSONEncoder().encode(command), as: UTF8.self)
        let answer = try await send(.post, "/lab/api/devices/\(id)/commands", json: json)
        try #require(answer.status == .ok, "\(answer.message)")
        return try answer.decoded()
    }

    /// A new phone.
    func phone() async throws -> String {
        let answer = try await send(.post, "/lab/api/devices")
        try #require(answer.status == .created, "\(answer.message)")
        return try answer.decoded(DeviceState.self).id
    }

    /// Presents a hub and renders its first page, as a browser does.
    @discardableResult
    func open(_ id: String, _ command: DeviceCommand = DeviceCommand(name: .present)) async throws -> DeviceState {
        let device = try lab.device(id)
        try #require(await eventually { device.surface.hub == nil })
        try await self.command(id, command)
        try #require(await eventually { device.surface.screen.page != nil })
        return try await rendered(id)
    }

    /// Tells that the page on screen stands.
    @discardableResult
    func rendered(_ id: String) async throws -> DeviceState {
        let visit = try #require(try state(id).page?.visit)
        try await command(id, DeviceCommand(name: .rendered, visit: visit))
        let device = try lab.device(id)
        try #require(await eventually { device.keptHub != nil && device.marquee.hub.isDisplaying })
        return try state(id)
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
