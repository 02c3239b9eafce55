import MarqueeWire
import Secrets
import Testing

@testable import PlatformStore

/// PLC-020: which installs opted out, for the erasure of their events.
@Suite struct PlacementOptOutTests {
    @Test(arguments: StoreEngine.all)
    func `opt-outs are read in their order until each warehouse has them`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        _ = try await store.platform.apps.create("second", name: "Second", by: "test")
        func read(after place: String? = nil, before: Duration = .seconds(1), _ limit: Int = 1000) async throws
            -> [PlacementOptOut]
        {
            try await placements.optOuts(after: place, before: store.now + before, limit: limit)
        }
        #expect(try await read().isEmpty)
        for (install, app) in [("a", "demo"), ("b", "second"), ("c", "demo")] {
            try await placements.forget(install: install, app: app)
            store.advance(by: .seconds(10))
        }
        let all = try await read()
        #expect(all.map { "\($0.app) \($0.install)" } == ["demo a", "second b", "demo c"])
        #expect(try await read(after: all[0].place, 1) == [all[1]])
        #expect(try await read(before: .seconds(-25)) == [all[0]], "not the latest")
        #expect(try await read(before: .seconds(-10)).map(\.install) == ["a", "b"])

        #expect(try await read(after: "ffffffffffff0000000000000000", 1) == [all[0]], "a clock that ran ahead")

        // Each warehouse has to know, also after the person behind the install was erased at one server.
        _ = try await placements.erase(install: "c", app: "demo")
        #expect(try await read() == all)
        try await placements.removeOptOuts(through: "ffffffffffff0000000000000000")
        #expect(try await read() == all)
        try await placements.removeOptOuts(through: all[0].place)
        #expect(try await read() == Array(all[1...]))
        store.advance(by: PlacementOptOut.lifetime + .seconds(-25))
        await placements.removeOldRows()
        #expect(try await read() == Array(all[1...]))
        store.advance(by: .seconds(61))
        await placements.removeOldRows()
        let left = try await read()
        #expect(left == (store.database.isShared ? [] : Array(all[1...])), "a server of its own may have been off")
    }

    @Test(arguments: StoreEngine.all)
    func `a device that stays opted out is forgotten once, and again after any request of an opt-in`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        func isForgotten() async throws -> Bool { try await placements.isForgotten(install: "a", app: "demo") }
        func ask(_ nonce: String, install: String?, _ purpose: PlacementAsk.Purpose = .nothing) async throws {
            let ask = PlacementAsk(
                app: "demo", nonce: nonce, nonceEnds: store.now + .seconds(600), install: install, identifiers: [],
                purpose: purpose)
            _ = try await placements.decide([ask])
        }
        try await ask("before", install: "a")
        #expect(try await !isForgotten())
        try await placements.forget(install: "a", app: "demo")
        try await ask("before", install: "a")
        #expect(try await isForgotten(), "a copy of a request of before its opt-out says nothing")
        store.advance(by: ContentUnitRecord.addressLifetime + .seconds(-1))
        await placements.removeOldRows()
        try await ask("nobody", install: nil)
        try await ask("another", install: "b")
        #expect(try await isForgotten())
        // These leave no trace here, but in the warehouse.
        let purposes = [PlacementAsk.Purpose.nothing, .badge(placement: "none"), .offer(placement: nil, unit: "u")]
        for (place, purpose) in purposes.enumerated() {
            try await ask("in-\(place)", install: "a", purpose)
            #expect(try await !isForgotten(), "\(purpose)")
            try await placements.forget(install: "a", app: "demo")
            #expect(try await isForgotten())
        }
        store.advance(by: ContentUnitRecord.addressLifetime + .seconds(61))
        await placements.removeOldRows()
        #expect(try await !isForgotten(), "nobody knows it any more")
    }

    @Test(arguments: StoreEngine.all)
    func `requests that are decided together end the opt-outs of their own installs`(_ engine: StoreEngine) async throws
    {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        _ = try await store.platform.apps.create("second", name: "Second", by: "test")
        func ask(_ nonce: String, _ install: String?, app: String = "demo") -> PlacementAsk {
            PlacementAsk(
                app: app, nonce: nonce, nonceEnds: store.now + .seconds(600), install: install, identifiers: [],
                purpose: .nothing)
        }
        _ = try await placements.decide([ask("copy", "b")])
        let all = [("a", "demo"), ("a", "second"), ("b", "demo"), ("c", "demo"), ("c", "second")]
        for (install, app) in all { try await placements.forget(install: install, app: app) }
        let group = [ask("copy", "b"), ask("1", nil), ask("2", "a"), ask("3", "c", app: "second")]
        _ = try await placements.decide(group)
        var forgotten: [String] = []
        for (install, app) in all where try await placements.isForgotten(install: install, app: app) {
            forgotten.append("\(install) \(app)")
        }
        #expect(forgotten == ["a second", "b demo", "c demo"])
        try await store.platform.database.write { db in
            try db.execute(
                "INSERT INTO placement_opt_out (app, install_hash, time) VALUES (?, ?, ?)",
                ["demo", RandomToken.hash("old"), store.now])
        }
        #expect(try await !placements.isForgotten(install: "old", app: "demo"), "a row of an earlier version")
    }

    @Test(arguments: StoreEngine.all)
    func `what was under way at the opt-out is forgotten with the next request`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let (placements, purchases) = (store.platform.placements, store.platform.purchases)
        try await placements.forget(install: "a", app: "demo")
        #expect(try await placements.isForgotten(install: "a", app: "demo"))
        let late = try await purchases.record(
            TrackedPurchase(install: "a", product: "gem", resolution: .cancel), app: "demo")
        #expect(try await !placements.isForgotten(install: "a", app: "demo"))
        try await placements.forget(install: "a", app: "demo")
        #expect(try await placements.isForgotten(install: "a", app: "demo"))
        #expect(try await purchases.purchase(late.id, app: "demo").install != "a")
    }

    @Test(
        arguments: StoreEngine.all,
        [
            "placement_session (app, token_hash, install, seen) VALUES ('demo', 't', 'a', 1)",
            "placement_badge (app, install, tag, badge, seen) VALUES ('demo', 'a', 'start', '1', 1)",
            "placement_showing (app, subject, unit, bucket, number) VALUES ('demo', 'a', 'u', 0, 1)",
            "form_answer (id, app, unit, install, answers, time) VALUES ('1', 'demo', 'u', 'a', '{}', 1)",
        ])
    func `a row that was written during the opt-out is found`(_ engine: StoreEngine, _ row: String) async throws {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        let unit = ContentUnitRecord(app: "demo", id: "u", name: "U", kind: .reward, isPaused: true)
        _ = try await placements.create(unit, by: "test")
        try await placements.forget(install: "a", app: "demo")
        try await store.platform.database.write { db in _ = try db.execute("INSERT INTO \(row)") }
        #expect(try await !placements.isForgotten(install: "a", app: "demo"))
        try await placements.forget(install: "a", app: "demo")
        #expect(try await placements.isForgotten(install: "a", app: "demo"))
    }
}
