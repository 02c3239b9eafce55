import Decisioning
import Foundation
import MarqueeWire
import Testing

@testable import PlatformStore

/// PLC-035, PLC-057, PLC-058, PLC-020, PLC-136.
@Suite struct PlacementStoreTests {
    private static let announcement = UnitDocument(["title": .text("News"), "message": .text("Hello")])

    private func unit(
        _ id: String, caps: [UnitRules.Cap]? = nil, isPaused: Bool = false, document: UnitDocument = announcement
    ) -> ContentUnitRecord {
        ContentUnitRecord(
            app: "demo", id: id, name: id, kind: .announcement, document: document, isPaused: isPaused,
            rules: UnitRules(caps: caps))
    }

    private func place(_ store: TemporaryPlatform, _ units: [ContentUnitRecord]) async throws {
        for unit in units { _ = try await store.platform.placements.create(unit, by: "Ann") }
        let entries = units.enumerated().map { PlacementRecord.Entry(unit: $1.id, priority: $0 + 1) }
        _ = try await store.platform.placements.create(
            PlacementRecord(app: "demo", tag: "start", name: "Start", badge: "9", units: entries), by: "Ann")
    }

    private func ask(
        _ store: TemporaryPlatform, _ nonce: String, install: String? = "phone",
        _ purpose: PlacementAsk.Purpose = .unit(placement: "start", DecisionRequest(), skipping: [], seed: 1)
    ) -> PlacementAsk {
        PlacementAsk(
            app: "demo", nonce: nonce, nonceEnds: store.now + .seconds(600), install: install,
            identifiers: install.map { [$0] } ?? [], purpose: purpose)
    }

    @Test(arguments: StoreEngine.all) func `a purchase hears whether the app has the placement of its offer`(
        _ engine: StoreEngine
    )
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        try await place(store, [unit("a")])
        for (number, (tag, isKnown)) in [("start", true), ("nowhere", false), ("Start", false)].enumerated() {
            let verdict = try await store.platform.placements.decide(
                ask(store, "n\(number)", .offer(placement: tag, unit: "a")))
            guard case .offer(isKnown, hasUnit: true) = verdict.outcome else {
                Issue.record("\(tag): \(verdict.outcome)")
                continue
            }
        }
    }

    private func shown(_ store: TemporaryPlatform, _ nonce: String, install: String? = "phone") async throws -> String {
        Self.shown(try await store.platform.placements.decide(ask(store, nonce, install: install)))
    }

    private static func shown(_ verdict: PlacementVerdict) -> String {
        switch verdict.outcome {
        case .unit(let unit, _, _): unit?.id ?? "none"
        case .replayed: "replayed"
        case .unknownPlacement: "unknown"
        default: "other"
        }
    }

    /// Requests that ask together, as a server has them.
    private func groups(_ placements: any PlacementStore) -> GroupedWork<PlacementAsk, PlacementVerdict> {
        GroupedWork { asks throws(StoreError) in try await placements.decide(asks) }
    }

    private static let pictures: [(UnitDocument, isTaken: Bool, shown: [String])] = [
        (.init(["image": .text("/v3/pictures/demo/news/a.png")]), true, ["a.png"]),
        (.init(["image": .record(["url": .text("/v3/pictures/demo/news/a.png")])]), true, ["a.png"]),
        (
            .init([
                "image": .record([
                    "PH_PORTRAIT": .record(["url": .text("/v3/pictures/demo/news/a.png")]),
                    "PH_LANDSCAPE": .record(["url": .text("https://a.example/b.png")]),
                ]),
                "items": .list([
                    .text("odd"), .record(["image": .text("/v3/pictures/demo/news/c.png")]),
                    .record(["image": .record(["url": .text("/v3/pictures/demo/news/b.png")])]),
                ]),
            ]), true, ["a.png", "b.png", "c.png"]
        ),
        (.init(["image": .text("https://a.example/v3/pictures/demo/news/a.png")]), true, []),
        (.init(["image": .text("/v3/pictures/other/news/a.png")]), false, []),
        (.init(["image": .text("/v3/pictures/demo/news/../a.png")]), false, []),
        (.init(["image": .text("/portal/account")]), false, []),
        (.init(["items": .list([.record(["image": .text("//elsewhere.example/a.png")])])]), false, []),
    ]

    @Test(arguments: StoreEngine.all)
    func `units show pictures of the app's own library, and only what they show is shown`(_ engine: StoreEngine)
        async throws
    {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        for (document, isTaken, shown) in Self.pictures {
            var made: ContentUnitRecord?
            let code = await store.code {
                made = try await placements.create(unit("a", isPaused: true, document: document), by: "Ann")
            }
            #expect(code == (isTaken ? nil : .invalid), "\(document)")
            for name in ["a.png", "b.png", "c.png"] {
                let picture = try #require(LibraryPicture("/v3/pictures/demo/news/\(name)"))
                #expect(try await placements.shows(picture) == shown.contains(name), "\(document) \(name)")
            }
            if let made {
                try await placements.removeUnit("a", expectedVersion: made.version, app: "demo", by: "Ann")
            }
        }
    }

    @Test(arguments: StoreEngine.all)
    func `a picture that is replaced has another address, because SDKs keep pictures by their addresses`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let content = store.platform.content
        let (address, elsewhere) = ("/v3/pictures/demo/news/a.png", "https://a.example/b.png")
        try await place(
            store,
            [
                unit(
                    "a",
                    document: .init([
                        "title": .text("News"), "message": .text("Hello"),
                        "image": .record(["PH_PORTRAIT": .record(["url": .text(address)])]),
                        "items": .list([.record(["image": .text(elsewhere)])]),
                    ]))
            ])
        if try await content.hub("news", app: "demo") == nil {
            _ = try await content.create(HubRecord(app: "demo", id: "news", title: "News"), by: "Ann")
        }
        var asked = 0
        func shown(after bytes: String?) async throws -> String {
            if let bytes {
                let asset = AssetRecord(
                    app: "demo", hub: "news", name: "a.png", mediaType: "image/png",
                    object: try await store.platform.objects.put(Data(bytes.utf8)))
                try await content.put(asset, by: "Ann")
            }
            asked += 1
            let verdict = try await store.platform.placements.decide(ask(store, "n\(asked)"))
            guard case .unit(let unit?, _, _) = verdict.outcome else { return "no unit" }
            #expect(unit.document["items"]?.list?.first?["image"] == .text(elsewhere))
            return unit.document["image"]?["PH_PORTRAIT"]?["url"]?.text ?? "no picture"
        }
        var seen: [String] = []
        for bytes in [nil, "first", nil, "second", "second", "first"] { seen.append(try await shown(after: bytes)) }
        let (first, second) = (seen[1], seen[3])
        #expect(seen == [address, first, first, second, second, first])
        #expect(first != second && [first, second].allSatisfy { $0.hasPrefix(address + "?v=") })
        let stored = try #require(try await store.platform.placements.unit("a", app: "demo"))
        #expect(stored.document["image"]?["PH_PORTRAIT"]?["url"] == .text(address), "editors see no version")
    }

    @Test(arguments: StoreEngine.all)
    func `the id of a removed unit stays used`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        for id in ["a", "b"] { _ = try await placements.create(unit(id), by: "Ann") }
        try await placements.removeUnit("b", expectedVersion: 1, app: "demo", by: "Ann")
        #expect(try await placements.usedUnitIDs(app: "demo") == ["a", "b"])
        #expect(try await placements.usedUnitIDs(app: "other") == [])
    }

    @Test(arguments: StoreEngine.all)
    func `placements and units are made, changed and removed, each with a line in the audit log`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        try await place(store, [unit("a"), unit("b")])
        var placement = try #require(try await placements.placement("start", app: "demo"))
        #expect(placement.units.map(\.unit) == ["a", "b"] && placement.version == 1)
        #expect(try await placements.placement("Start", app: "demo") == nil, "with regard to case")
        placement.units = [.init(unit: "b", priority: 1)]
        let saved = try await placements.update(placement, expectedVersion: 1, by: "Bob")
        #expect(saved.version == 2)
        #expect(try await placements.placements(app: "demo") == [saved])
        let stale = await store.code { _ = try await placements.update(placement, expectedVersion: 1, by: "Eve") }
        #expect(stale == .versionConflict)
        var changed = try #require(try await placements.unit("b", app: "demo"))
        changed.weight = 3
        changed.starts = store.now
        _ = try await placements.update(changed, expectedVersion: 1, by: "Bob")
        #expect(try await placements.unit("b", app: "demo")?.starts == store.now)
        try await placements.removeUnit("b", expectedVersion: 2, app: "demo", by: "Bob")
        #expect(try await placements.placement("start", app: "demo")?.units == [])
        try await placements.removePlacement("start", expectedVersion: 2, app: "demo", by: "Bob")
        #expect(try await placements.units(app: "demo").map(\.id) == ["a"])
        let log = try await store.platform.audit.entries(app: "demo", before: nil, limit: 7)
        #expect(
            log.map { "\($0.who) \($0.action) \($0.subject)" } == [
                "Bob placement.remove start", "Bob unit.remove b", "Bob unit.change b", "Bob placement.change start",
                "Ann placement.create start", "Ann unit.create b", "Ann unit.create a",
            ])
    }

    @Test(arguments: StoreEngine.all)
    func `what is wrong is refused, and a unit without what its kind needs is kept only while it is paused`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let placements = store.platform.placements
        try await place(store, [unit("a")])
        func code(_ unit: ContentUnitRecord) async -> StoreError.Code? {
            await store.code { _ = try await placements.create(unit, by: "Ann") }
        }
        #expect(await code(unit("b", document: UnitDocument())) == .invalid)
        #expect(await code(unit("b", isPaused: true, document: UnitDocument())) == nil)
        #expect(await code(unit("a")) == .alreadyExists)
        #expect(await code(unit("c", caps: [.init(limit: -1, scope: .device)])) == .invalid)
        var reward = ContentUnitRecord(app: "demo", id: "r", name: "r", kind: .reward)
        reward.document = UnitDocument(["title": .text("Coins"), "reward": .text("coins"), "quantity": .integer(0)])
        #expect(await code(reward) == .invalid, "PLC-063")
        let unplaced: [(String, JSONValue)] = [
            ("frame", .text("HALF")), ("frame", .record([:])), ("transition", .integer(1)),
        ]
        for (member, value) in unplaced {
            let document = UnitDocument(["title": .text("News"), "message": .text("Hello"), member: value])
            #expect(await code(unit("d", document: document)) == .invalid, "PLC-059: no device would show it")
        }
        let unknown = await store.code {
            _ = try await placements.create(
                PlacementRecord(app: "demo", tag: "x", name: "x", units: [.init(unit: "z", priority: 1)]), by: "Ann")
        }
        #expect(unknown == .notFound)
    }

    @Test(arguments: StoreEngine.all)
    func `a nonce counts once until its end, also after a restart`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        try await place(store, [unit("a")])
        #expect(try await shown(store, "n1") == "a")
        #expect(try await shown(store, "n1") == "replayed")
        let restarted = try await store.reopened()
        let verdict = try await restarted.placements.decide(ask(store, "n1"))
        guard case .replayed = verdict.outcome else { throw StoreError(.storage, "the nonce counted twice") }
        store.advance(by: .seconds(601))
        #expect(try await shown(store, "n1") == "a")
    }

    @Test(arguments: StoreEngine.all)
    func `caps of a device and of everybody hold in their windows`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        try await place(
            store,
            [
                unit("hourly", caps: [.init(limit: 1, scope: .device, seconds: 3600)]),
                unit("ever", caps: [.init(limit: 1, scope: .device)]),
                unit("all", caps: [.init(limit: 2, scope: .everybody, seconds: 86_400)]),
            ])
        var shown: [String] = []
        for number in 0..<5 { shown.append(try await self.shown(store, "a\(number)")) }
        #expect(shown == ["hourly", "ever", "all", "all", "none"])
        #expect(try await self.shown(store, "b", install: "other") == "hourly")
        store.advance(by: .seconds(3599))
        #expect(try await self.shown(store, "c") == "none")
        store.advance(by: .seconds(2))
        #expect(try await self.shown(store, "d") == "hourly")
        store.advance(by: .seconds(2 * 86_400))
        #expect(try await self.shown(store, "e") == "hourly")
        #expect(try await self.shown(store, "f") == "all", "the cap of all time still holds")
    }

    @Test(arguments: StoreEngine.all)
    func `fifty devices at once on two servers never exceed a cap`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        try await place(store, [unit("a", caps: [.init(limit: 20, scope: .everybody)]), unit("b")])
        let servers = [groups(store.platform.placements), groups(try await store.reopened().placements)]
        let asks = (0..<50).map { ask(store, "n\($0)", install: "phone-\($0)") }
        let shown = try await withThrowingTaskGroup(of: String.self) { group in
            for (number, ask) in asks.enumerated() {
                group.addTask {
                    let verdict = try await servers[number % 2].answer(ask)
                    guard case .unit(let unit, _, _) = verdict.outcome else { return "replayed" }
                    return unit?.id ?? "none"
                }
            }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        let counts = Dictionary(grouping: shown) { $0 }.mapValues(\.count)
        #expect(counts == ["a": 20, "b": 30])
    }

    @Test(arguments: StoreEngine.all)
    func `servers that take turns count each other's showings, in all placements of a unit`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        let everybody = UnitRules.Cap(limit: 6, scope: .everybody)
        let hourly = UnitRules.Cap(limit: 5, scope: .everybody, seconds: 3600)
        try await place(store, [unit("a", caps: [everybody, hourly]), unit("b")])
        _ = try await store.platform.placements.create(
            PlacementRecord(
                app: "demo", tag: "end", name: "End",
                units: [.init(unit: "a", priority: 1), .init(unit: "b", priority: 2)]
            ), by: "Ann")
        let servers = [store.platform.placements, try await store.reopened().placements]
        var (asked, shown) = (0, [String]())
        for server in [0, 0, 1, 0, 1, 1, 0] {
            let tag = ["start", "end"][asked % 2]
            let verdict = try await servers[server].decide(
                ask(store, "n\(asked)", .unit(placement: tag, DecisionRequest(), skipping: [], seed: 1)))
            shown.append(Self.shown(verdict))
            asked += 1
        }
        #expect(shown == ["a", "a", "a", "a", "a", "b", "b"])
        store.advance(by: .seconds(3700))
        for server in [0, 1, 0] {
            shown.append(Self.shown(try await servers[server].decide(ask(store, "m\(server)\(shown.count)"))))
        }
        #expect(shown.suffix(3) == ["a", "b", "b"], "the hour is over; the cap of all time is reached then")
    }

    @Test(arguments: StoreEngine.all)
    func `showings that a program of another version counted are seen after ten seconds`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        try await place(store, [unit("a", caps: [.init(limit: 5, scope: .everybody)]), unit("b")])
        #expect(try await shown(store, "n1") == "a")
        // As a program does it that knows no number of showings.
        _ = try await store.platform.database.write { db in
            try db.execute("UPDATE placement_showing SET number = 5 WHERE unit = ?", ["a"])
        }
        store.advance(by: .seconds(11))
        #expect(try await shown(store, "n2") == "b")
    }

    @Test(arguments: StoreEngine.all)
    func `requests at once of one device count one after another, and a nonce of them counts once`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        try await place(
            store,
            [
                unit("a", caps: [.init(limit: 3, scope: .device), .init(limit: 30, scope: .everybody, seconds: 3600)]),
                unit("b", caps: [.init(limit: 2, scope: .device, seconds: 60)]), unit("c"),
            ])
        // Two installs that Unicode's equality joins.
        let installs = ["caf\u{e9}", "cafe\u{301}"]
        let asks = (0..<60).map { ask(store, "n\($0 / 2 % 20)", install: installs[$0 % 2]) }
        let server = groups(store.platform.placements)
        let shown = try await withThrowingTaskGroup(of: String.self) { group in
            for (number, ask) in asks.enumerated() {
                group.addTask {
                    var ask = ask
                    ask.nonce += number % 2 == 0 ? "x" : "y"
                    guard case .unit(let unit, _, _) = try await server.answer(ask).outcome else {
                        return "replayed"
                    }
                    return unit?.id ?? "none"
                }
            }
            return try await group.reduce(into: [String]()) { $0.append($1) }
        }
        let counts = Dictionary(grouping: shown) { $0 }.mapValues(\.count)
        #expect(counts == ["a": 6, "b": 4, "c": 30, "replayed": 20])
        // Every showing is in the database: another server counts on from there.
        let other = try await store.reopened().placements
        guard case .unit(let unit, _, _) = try await other.decide(ask(store, "z", install: installs[0])).outcome else {
            throw StoreError(.storage, "the nonce was new")
        }
        #expect(unit?.id == "c")
    }

    @Test(arguments: StoreEngine.all)
    func `a catalogue that cannot be read fails the requests of its own app only`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        try await place(store, [unit("a", caps: [.init(limit: 45, scope: .everybody)])])
        _ = try await store.platform.apps.create("broken", name: "Broken", by: "test")
        let damaged = ContentUnitRecord(
            app: "broken", id: "x", name: "x", kind: .announcement, document: Self.announcement)
        _ = try await store.platform.placements.create(damaged, by: "Ann")
        _ = try await store.platform.database.write { db in
            try db.execute("UPDATE content_unit SET document = 'no document' WHERE app = ?", ["broken"])
        }
        let server = groups(store.platform.placements)
        let outcomes = await withTaskGroup(of: String.self) { group in
            for number in 0..<50 {
                var ask = ask(store, "n\(number)", install: "phone-\(number)")
                if number % 10 == 0 {
                    ask = PlacementAsk(
                        app: "broken", nonce: ask.nonce, nonceEnds: ask.nonceEnds, install: ask.install,
                        identifiers: ask.identifiers, purpose: ask.purpose)
                }
                group.addTask { [ask] in
                    do throws(StoreError) {
                        let verdict = try await server.answer(ask)
                        guard case .unit(let unit, _, _) = verdict.outcome else { return "other" }
                        return unit?.id ?? "none"
                    } catch {
                        return error.code.rawValue
                    }
                }
            }
            return await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(outcomes == ["a": 45, "damaged": 5])
    }

    @Test(arguments: StoreEngine.all)
    func `a change of another server counts from the next decision on`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        try await place(store, [unit("a")])
        #expect(try await shown(store, "n1") == "a")
        let other = try await store.reopened().placements
        var paused = try #require(try await other.unit("a", app: "demo"))
        paused.isPaused = true
        _ = try await other.update(paused, expectedVersion: 1, by: "Bob")
        #expect(try await shown(store, "n2") == "none")
    }

    @Test(arguments: StoreEngine.all)
    func `a test device sees capped units, and its showings do not count`(_ engine: StoreEngine) async throws {
        let store = try await TemporaryPlatform(engine)
        try await place(store, [unit("a", caps: [.init(limit: 1, scope: .everybody)])])
        try await store.platform.testDevices.mark("phone", isTest: true, app: "demo", by: "Ann")
        #expect(try await shown(store, "n1") == "a")
        #expect(try await shown(store, "n2", install: "other") == "a")
        #expect(try await shown(store, "n3", install: "other") == "none")
        #expect(try await shown(store, "n4") == "a")
    }

    // PLC-006
    @Test(arguments: StoreEngine.all) func `a unit is answered from its start until it ends`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        var timed = unit("a")
        (timed.starts, timed.ends) = (store.now + .seconds(60), store.now + .seconds(120))
        try await place(store, [timed])
        var answers: [String] = []
        for (number, wait) in [0, 60, 59, 1].enumerated() {
            store.advance(by: .seconds(wait))
            answers.append(try await shown(store, "t\(number)"))
        }
        #expect(answers == ["none", "a", "a", "none"])
    }

    @Test(arguments: StoreEngine.all)
    func `the session of an install stays, and of an opted out one nothing is stored`(
        _ engine: StoreEngine
    ) async throws {
        let store = try await TemporaryPlatform(engine)
        try await place(store, [unit("a", caps: [.init(limit: 1, scope: .device)]), unit("b")])
        func session(_ nonce: String, known: String, new: String, install: String?) async throws -> String {
            let verdict = try await store.platform.placements.decide(
                ask(store, nonce, install: install, .session(known: known, new: new)))
            guard case .session(let token, let kinds) = verdict.outcome else { return "replayed" }
            #expect(kinds == [.announcement])
            return token
        }
        #expect(try await session("1", known: "", new: "first", install: "phone") == "first")
        #expect(try await session("2", known: "first", new: "second", install: "phone") == "first")
        #expect(try await session("3", known: "first", new: "third", install: "thief") == "third")
        #expect(try await session("8", known: "lone", new: "eighth", install: "lone") == "lone")
        #expect(try await session("9", known: "lone", new: "ninth", install: "lone") == "lone", "its only id")
        #expect(try await session("10", known: "first", new: "tenth", install: "first") == "tenth", "the phone's")
        #expect(try await session("11", known: "tenth", new: "eleventh", install: "tenth") == "tenth")
        #expect(try await shown(store, "4") == "a")
        #expect(try await !store.platform.placements.isForgotten(install: "phone", app: "demo"))
        try await store.platform.placements.forget(install: "phone", app: "demo")
        #expect(try await store.platform.placements.isForgotten(install: "phone", app: "demo"))
        #expect(try await !store.platform.placements.isForgotten(install: "stranger", app: "demo"))
        #expect(try await session("5", known: "first", new: "fifth", install: nil) == "fifth")
        #expect(try await shown(store, "6", install: nil) == "b", "what cannot be counted is not shown")
        #expect(try await shown(store, "7") == "a", "a fresh profile after opting in")
        func hasOptedOut(_ install: String, since moment: Timestamp) async throws -> Bool {
            try await store.platform.placements.hasOptedOut(install: install, since: moment, app: "demo")
        }
        #expect(try await hasOptedOut("phone", since: store.now))
        #expect(
            try await !hasOptedOut("phone", since: store.now + .seconds(1)), "a later address is of one who opted in")
        #expect(try await !hasOptedOut("other", since: store.now + .seconds(-60)))
    }
}
