import MarqueeWire
import Testing

@testable import PlatformStore

/// What the integration test console keeps: devices that people register, and the requests that belong to them.
@Suite struct TestConsoleStoreTests {
    private func request(
        _ route: PlacementRequestRecord.Route = .open, _ outcome: PlacementRequestRecord.Outcome = .ok,
        install: String = "phone", _ parameters: [String: String] = [:]
    ) -> PlacementRequestRecord.Draft {
        PlacementRequestRecord.Draft(
            route: route, install: install, line: "GET /v3/publisher/open/", parameters: parameters, outcome: outcome,
            detail: "fine")
    }

    private func routes(
        _ store: TemporaryPlatform, _ device: String = "phone", app: String = "demo"
    ) async throws -> [PlacementRequestRecord.Route] {
        try await store.platform.placements.requests(app: app, device: device, before: nil, limit: 100).map(\.route)
    }

    // PLC-112, PLC-123
    @Test(arguments: StoreEngine.all)
    func `requests of an enabled device are kept for a day, and those of others not at all`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let (placements, devices) = (store.platform.placements, store.platform.testDevices)
        try await placements.keep(request(), of: ["phone"], app: "demo")
        #expect(try await routes(store).isEmpty, "not registered")
        try await devices.register("phone", name: "Ann’s phone", app: "demo", by: "Ann")
        try await placements.keep(request(.open), of: ["other", "phone"], app: "demo")
        try await placements.keep(request(.content), of: ["phone"], app: "demo")
        try await placements.keep(request(.purchase, install: "other"), of: ["other"], app: "demo")
        let kept = try await placements.requests(app: "demo", device: "phone", before: nil, limit: 10)
        #expect(kept.map(\.route) == [.content, .open] && kept.last?.line == "GET /v3/publisher/open/")
        #expect(
            try await placements.requests(app: "demo", device: "phone", before: kept[0].id, limit: 10) == [kept[1]])
        #expect(try await placements.latestRequests(app: "demo") == ["phone": store.now])
        try await devices.mark("phone", isTest: false, app: "demo", by: "Ann")
        try await placements.keep(request(.badge), of: ["phone"], app: "demo")
        #expect(try await routes(store) == [.content, .open], "disabled")
        store.advance(by: PlacementRequestRecord.lifetime + .milliseconds(-1))
        #expect(try await routes(store).count == 2)
        store.advance(by: .milliseconds(2))
        #expect(try await routes(store).isEmpty)
        #expect(try await placements.latestRequests(app: "demo").isEmpty)
    }

    @Test(arguments: StoreEngine.all)
    func `kept requests go after a day also when no device asks`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        try await store.platform.testDevices.register("phone", name: "Phone", app: "demo", by: "Ann")
        try await placements.keep(request(), of: ["phone"], app: "demo")
        func rows() async throws -> Int {
            try await store.platform.database.read { try $0.count("SELECT COUNT(*) FROM placement_request") }
        }
        await placements.removeOldRows()
        #expect(try await rows() == 1)
        store.advance(by: PlacementRequestRecord.lifetime + .milliseconds(2))
        await placements.removeOldRows()
        #expect(try await rows() == 0)
    }

    // PLC-111
    @Test(arguments: StoreEngine.all)
    func `an id that every device has registers none`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        for id in ["00000000-0000-0000-0000-000000000000", "02:00:00:00:00:00", "020000000000", "000000000000", "0"] {
            let code = await store.code {
                try await store.platform.testDevices.register(id, name: "Phone", app: "demo", by: "Ann")
            }
            #expect(code == .invalid, "\(id)")
        }
    }

    @Test(arguments: StoreEngine.all)
    func `two servers see the same requests, and each notices those of the other`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let other = try await store.reopened().placements
        let placements = store.platform.placements
        try await store.platform.testDevices.register("phone", name: "Phone", app: "demo", by: "Ann")
        let before = try await other.requestsMark(app: "demo", device: "phone")
        #expect(try await other.requestsMark(app: "demo", device: "phone") == before)
        try await placements.keep(request(), of: ["phone"], app: "demo")
        #expect(try await other.requestsMark(app: "demo", device: "phone") != before)
        let page = try await placements.requests(app: "demo", device: "phone", before: nil, limit: 10)
        #expect(try await other.requests(app: "demo", device: "phone", before: nil, limit: 10) == page)
        let kept = try await other.requestsMark(app: "demo", device: "phone")
        try await store.platform.testDevices.mark("phone", isTest: false, app: "demo", by: "Ann")
        #expect(try await other.requestsMark(app: "demo", device: "phone") != kept)
    }

    // PLC-117
    @Test(arguments: StoreEngine.all)
    func `a wrong signature is kept by the ids that it claims, and an unknown token by the device of any app`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        _ = try await store.platform.apps.create("second", name: "Second", by: "test")
        let (placements, devices) = (store.platform.placements, store.platform.testDevices)
        for app in ["demo", "second"] { try await devices.register("phone", name: "Phone", app: app, by: "Ann") }
        try await placements.keep(request(.open, .wrongSignature), of: ["phone"], app: "demo")
        #expect(try await routes(store) == [.open])
        #expect(try await routes(store, app: "second").isEmpty)
        try await placements.keep(request(.content, .unknownToken), of: ["phone"], app: nil)
        #expect(try await routes(store) == [.content, .open])
        #expect(try await routes(store, app: "second") == [.content])
    }

    // PLC-117
    @Test(arguments: StoreEngine.all)
    func `a stranger who names a device fills no store and pushes out no signed request`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        try await store.platform.testDevices.register("phone", name: "Phone", app: "demo", by: "Ann")
        try await placements.keep(request(.open), of: ["phone"], app: "demo")
        func unsigned() async throws -> Int {
            try await placements.requests(app: "demo", device: "phone", before: nil, limit: 2000)
                .count { !$0.outcome.isSigned }
        }
        for minute in 0..<12 {
            for _ in 0..<30 {
                try await placements.keep(request(.content, .wrongSignature), of: ["phone"], app: "demo")
            }
            if minute == 0 { #expect(try await unsigned() == PlacementRequestRecord.mostUnsignedInMinute) }
            store.advance(by: .seconds(61))
        }
        #expect(try await unsigned() <= PlacementRequestRecord.mostUnsignedOfDevice)
        #expect(try await unsigned() > PlacementRequestRecord.mostUnsignedOfDevice / 2)
        let all = try await placements.requests(app: "demo", device: "phone", before: nil, limit: 2000)
        #expect(all.last?.route == .open)
    }

    @Test(arguments: StoreEngine.all)
    func `a report that names the install alone belongs to the device whose signed requests had it`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        try await store.platform.testDevices.register("player-7", name: "Phone", app: "demo", by: "Ann")
        try await placements.keep(request(.impression, install: "gid"), of: ["gid"], app: "demo")
        try await placements.keep(
            request(.open, .wrongSignature, install: "gid"), of: ["gid", "player-7"], app: "demo")
        try await placements.keep(request(.click, install: "gid"), of: ["gid"], app: "demo")
        #expect(try await routes(store, "player-7") == [.open], "what a stranger claims makes no device")
        try await placements.keep(request(.open, install: "gid"), of: ["gid", "player-7"], app: "demo")
        try await placements.keep(request(.dismiss, install: "gid"), of: ["gid"], app: "demo")
        #expect(try await routes(store, "player-7") == [.dismiss, .open, .open])
    }

    // PLC-111, PLC-112
    @Test(arguments: StoreEngine.all)
    func `devices are listed with their names, and marked ones without`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let devices = store.platform.testDevices
        try await devices.mark("b-marked", isTest: true, app: "demo", by: "Ann")
        try await devices.register("phone", name: "Ann’s", app: "demo", by: "Ann")
        let registered = store.now
        store.advance(by: .seconds(60))
        try await devices.register("lab-1", name: "Lab", app: "demo", by: "Ann")
        #expect(
            try await devices.consoleDevices(of: "demo") == [
                ConsoleDevice(id: "phone", name: "Ann’s", isEnabled: true, since: registered),
                ConsoleDevice(id: "lab-1", name: "Lab", isEnabled: true, since: store.now),
                ConsoleDevice(id: "b-marked", name: "b-marked", isEnabled: true, since: registered),
            ])
        try await store.platform.placements.keep(request(), of: ["lab-1"], app: "demo")
        #expect(try await routes(store, "lab-1") == [.open])
        try await devices.mark("lab-1", isTest: false, app: "demo", by: "Ann")
        try await store.platform.placements.keep(request(), of: ["lab-1"], app: "demo")
        #expect(try await routes(store, "lab-1") == [.open], "disabled")
        try await devices.name("b-marked", app: "demo")
        try await devices.mark("b-marked", isTest: false, app: "demo", by: "Ann")
        try await devices.startOver("phone", app: "demo")
        let later = try await devices.consoleDevices(of: "demo")
        #expect(later.map(\.isEnabled) == [true, false, false] && later[0].since == store.now)
        #expect(later.map(\.name) == ["Ann’s", "Lab", "b-marked"])
        try await devices.unregister("lab-1", app: "demo", by: "Ann")
        #expect(try await devices.consoleDevices(of: "demo").map(\.id) == ["phone", "b-marked"])
        #expect(try await routes(store, "lab-1").isEmpty)
        try await devices.forget(["phone"], app: "demo")
        #expect(try await devices.consoleDevices(of: "demo").map(\.id) == ["b-marked"])
        let log = try await store.platform.audit.entries(app: "demo", before: nil, limit: 2)
        #expect(log.map { "\($0.who) \($0.action) \($0.subject)" }.first == "Ann device.unregister lab-1")
    }

    @Test(arguments: StoreEngine.all)
    func `a device without an id, a name that is too long and one device too many are refused`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let devices = store.platform.testDevices
        func code(_ id: String, _ name: String, app: String = "demo") async -> StoreError.Code? {
            await store.code { try await devices.register(id, name: name, app: app, by: "Ann") }
        }
        #expect(await code("", "x") == .invalid)
        #expect(await code(String(repeating: "x", count: 129), "x") == .invalid)
        #expect(await code("a", "") == .invalid)
        #expect(await code("a", String(repeating: "x", count: 201)) == .invalid)
        #expect(await code("a", "x", app: "nothing") == .notFound)
        #expect(try await devices.consoleDevices(of: "demo").isEmpty)
    }

    @Test(arguments: [
        (" AbC-1 ", "AbC-1"), ("00:1a:2B:3c:4D:5e", "001a2b3c4d5e"), ("00-1A-2B-3C-4D-5E", "001a2b3c4d5e"),
        ("001A2B3C4D5E", "001a2b3c4d5e"), ("00:1a:2b:3c:4d", "00:1a:2b:3c:4d"),
        ("a1b2c3d4-0000-4000-8000-1234567890ab", "A1B2C3D4-0000-4000-8000-1234567890AB"),
        ("Qm9vLXJhbmRvbS1naWQtMTIzNDU", "Qm9vLXJhbmRvbS1naWQtMTIzNDU"),
    ])
    func `ids are compared in one form, however people write them`(_ typed: String, _ form: String) {
        #expect(TestDevices.normalized(typed) == form)
    }
}
