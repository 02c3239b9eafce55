import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// When a request may come on screen, what it says of the app then, and when the app hears of its end (PLC-017,
/// PLC-044, PLC-060, PLC-125, PLC-126, PLC-140).
struct PresentationTests {
    static let unit: JSONValue = .record([
        "url": .text("https://media.example/unit.html"), "transition": .text("PH_MODAL"),
        "frame": .text("PH_FULLSCREEN"),
    ])

    private static func isShown(_ surface: RecordingPlacementSurface) async -> Bool {
        await eventually { surface.calls.contains("load 1") }
    }

    // PLC-044
    @Test func `the app hears of the end when nothing is left on the surface`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let gate = AsyncStream.makeStream(of: Void.self)
        let surface = RecordingPlacementSurface { for await _ in gate.stream { break } }
        let request = app.placements.request("p")
        let told = Locked<[PlacementEvent]>([])
        let events = request.events()
        let watch = Task { for await event in events { told.withLock { $0.append(event) } } }
        let shown = Task { await request.present(on: surface) }
        #expect(await Self.isShown(surface))
        request.closeButtonTapped()
        #expect(await eventually { surface.calls.last == "remove 1" })
        #expect(request.isEnded)
        for _ in 0..<100 { await Task.yield() }
        #expect(!told.withLock { $0.contains(.ended(.dismissed(.closeButton))) })
        gate.continuation.yield()
        #expect(await shown.value == .dismissed(.closeButton))
        await watch.value
        #expect(told.withLock { $0.last } == .ended(.dismissed(.closeButton)))
        await app.close()
    }

    @Test func `a surface shows one request at a time, and another one does not disturb it`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await Self.isShown(surface))
        let second = app.placements.request("q")
        let events = second.events()
        guard case .failed(let error) = await second.present(on: surface) else {
            Issue.record("the second request was shown")
            return
        }
        #expect(error.code == .busy)
        #expect(await events.reduce(into: []) { $0.append($1) } == [.ended(.failed(error))])
        #expect(surface.calls.count { $0 == "begin" } == 1 && !surface.calls.contains("end"))
        surface.request?.closeButtonTapped()
        #expect(await shown.value == .dismissed(.closeButton))
        phone.server.set { _ in .success(nil) }
        #expect(await app.placements.request("q").present(on: surface) == .noContent)
        await app.close()
    }

    // PLC-140
    @Test func `without consent, a preloaded unit is not shown`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        #expect(try await app.placements.request("p").preload())
        try app.core.consent.refuse([.behaviour])
        let surface = RecordingPlacementSurface()
        guard case .failed(let error) = await app.placements.request("p").present(on: surface) else {
            Issue.record("the unit was shown")
            return
        }
        #expect(error.code == .consentRefused)
        #expect(surface.calls.isEmpty)
        await app.close()
    }

    // PLC-032, PLC-126
    @Test func `a request says how long ago the app was opened`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        #expect(try await app.placements.request("p").preload())
        try await app.placements.open()
        phone.clock.advance(by: .milliseconds(12_900))
        #expect(try await app.placements.request("q").preload())
        let asked = phone.server.requests.filter { $0.path == "/v3/publisher/content/" }
        #expect(asked.map { $0.parameters["stime"] } == ["0", "12"])
        await app.close()
    }

    // PLC-116, PLC-126
    @Test func `the time in a session that was not opened is not that since an earlier open`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        try await app.placements.open()
        phone.clock.advance(by: .seconds(60))
        await app.enterBackground()
        phone.clock.advance(by: .seconds(60))
        app.enterForeground()
        #expect(try await app.placements.request("p").preload())
        try await app.placements.open()
        phone.clock.advance(by: .seconds(5))
        #expect(try await app.placements.request("q").preload())
        let asked = phone.server.requests.filter { $0.path == "/v3/publisher/content/" }
        #expect(asked.map { $0.parameters["stime"] } == ["0", "5"])
        await app.close()
    }

    // PLC-017
    @Test func `after an opt-out, a unit that was preloaded before is asked for again`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        #expect(try await app.placements.request("p").preload())
        try app.placements.setOptedOut(true)
        phone.server.set { _ in .success(nil) }
        #expect(await app.placements.request("p").present(on: RecordingPlacementSurface()) == .noContent)
        #expect(phone.server.requests.map { $0.parameters["opt_out"] } == ["0", "1"])
        phone.server.set { _ in .success(Self.unit) }
        #expect(try await app.placements.request("p").preload())
        try app.placements.setOptedOut(true)
        #expect(try await app.placements.request("p").preload())
        #expect(phone.server.requests.count == 3)
        await app.close()
    }

    // PLC-140
    @Test func `after the privacy switch, a unit that was preloaded before is asked for again`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        #expect(try await app.placements.request("p").preload())
        try app.core.consent.limitTracking(true)
        #expect(try await app.placements.request("p").preload())
        #expect(phone.server.requests.map { $0.parameters["opt_out"] } == ["0", "1"])
        await app.close()
    }

    // PLC-060, PLC-126
    @Test func `a request for a unit on top says what other requests for content say`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        try app.placements.setDimensions(["level": .integer(7)])
        app.placements.setInstalledGames(["org.example.scree"])
        app.placements.setPurchaseHandler { _ in .buy }
        let surface = RecordingPlacementSurface(hasStoreView: true)
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await Self.isShown(surface))
        let own: JSONValue = .record(["placement_id": .text("more"), "installed": .text("org.example.own")])
        let message: JSONValue = .record([
            "command": .text("subcontent"), "context": .record(["additional_parameters": own]),
        ])
        surface.request?.received(try BridgeMessage(message.bytes), view: 1)
        #expect(await eventually { surface.calls.contains("load 2") })
        let sent = try #require(phone.server.requests.last?.parameters)
        let others = Set(sent.keys).subtracting(RequestParametersTests.common).subtracting(
            RequestParametersTests.identifiers)
        #expect(others == ["placement_id", "isa", "vgp", "custom", "installed"])
        let names = ["placement_id", "isa", "vgp", "custom", "installed", "preload"]
        #expect(names.map { sent[$0] } == ["more", "1", "1", #"{"level":7}"#, "org.example.own", nil])
        surface.request?.cancel()
        _ = await shown.value
        await app.close()
    }

    // PLC-125
    @Test func `the screen that the app sets is in every later request`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        app.placements.setScreen(AppInfo.Screen(width: 1_024, height: 768, scale: 2))
        try await app.placements.open()
        app.placements.setScreen(nil)
        try await app.placements.open()
        let sizes = phone.server.requests.map { request in
            ["width", "height", "scale"].map { request.parameters[$0] }
        }
        #expect(sizes == [["768", "1024", "2"], ["393", "852", "3"]])
        await app.close()
    }

    @Test func `a preload whose task is cancelled ends, unless the unit is on screen`() async throws {
        let isOpen = Locked(false)
        let phone = try PlacementPhone(
            PlacementServer { _ in
                while !isOpen.withLock({ $0 }) { await Task.yield() }
                return .success(Self.unit)
            })
        let app = try phone.start()
        let alone = Task { try await app.placements.request("p").preload() }
        #expect(await eventually { phone.server.requests.count == 1 })
        alone.cancel()
        #expect(try await alone.value == false)
        let surface = RecordingPlacementSurface()
        let beside = Task { try await app.placements.request("p").preload() }
        #expect(await eventually { phone.server.requests.count == 2 })
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await eventually { surface.calls == ["begin"] })
        beside.cancel()
        isOpen.withLock { $0 = true }
        #expect(await Self.isShown(surface))
        surface.request?.closeButtonTapped()
        #expect(await shown.value == .dismissed(.closeButton))
        #expect(try await beside.value)
        await app.close()
    }

    // PLC-131
    @Test func `a link that the system does not open is logged, without its query`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let link = try #require(URL(string: "otherapp://open?token=1"))
        app.placements.request("p").linkNotOpened(link)
        #expect(
            phone.messages.messages(.error) == ["a link of the placement p could not be opened: otherapp://open"])
        await app.close()
    }

    // PLC-109
    @Test func `cancelling at any moment ends every call once`() async throws {
        let templates: [JSONValue] = (0..<3).map { .text("https://media.example/\($0).html") }
        let phone = try PlacementPhone(
            PlacementServer { asked in
                await Task.yield()
                return .success(
                    asked.path == "/v3/publisher/open/" ? .record(["precache": .list(templates)]) : Self.unit)
            })
        let app = try phone.start()
        var random = PlacementScheduleTests.Seeded(state: 109)
        for round in 0..<1_000 {
            let (request, surface) = (app.placements.request("p"), RecordingPlacementSurface())
            let preloading = Task { _ = try? await request.preload() }
            let presenting = Task { _ = await request.present(on: surface) }
            let opening = Task { try? await app.placements.open() }
            for _ in 0..<Int.random(in: 0..<40, using: &random) { await Task.yield() }
            switch round % 4 {
            case 0: app.placements.cancelAll()
            case 1: request.cancel()
            case 2: presenting.cancel()
            default: surface.request?.closeButtonTapped()
            }
            // Nothing is on screen yet where the close button was not there to be tapped.
            request.cancel()
            for call in [preloading, presenting] { await call.value }
            await opening.value
            #expect(request.isEnded)
        }
        await app.close()
    }
}
