import Foundation
import MarqueeTesting
import Testing

@testable import MarqueeCore

/// HUB-029 to HUB-039, HUB-041 to HUB-049: users, the active user, and tags.
@Suite struct UserStoreTests {
    private let folder: TemporaryFolder
    private let changes = Locked<[String?]>([])

    init() throws {
        folder = try TemporaryFolder()
    }

    private func open(telling: @escaping @Sendable (String?) -> Void = { _ in }) throws -> UserStore {
        let state = try SDKState(Environment(folder: folder.url, transport: FakeTransport()))
        return try UserStore(state: state) { [changes] user in
            telling(user)
            changes.withLock { $0.append(user) }
        }
    }

    private func code(_ body: () throws(MarqueeError) -> Void) -> MarqueeError.Code? {
        do {
            try body()
            return nil
        } catch {
            return error.code
        }
    }

    // HUB-029
    @Test func `creating a user does not activate it`() throws {
        let users = try open()
        try users.create("a")
        #expect(users.active == nil)
        #expect(try users.tags(of: "a") == [])
    }

    // HUB-030
    @Test func `of many concurrent creations of the same user, only one succeeds`() async throws {
        let users = try open()
        let successes = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<50 { group.addTask { (try? users.create("same", tags: ["t\(number)"])) != nil } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(successes == 1)
        let tags = try users.tags(of: "same")
        #expect(tags.count == 1)
        #expect(code { () throws(MarqueeError) in try users.create("same", tags: ["other"]) } == .userAlreadyExists)
        #expect(try users.tags(of: "same") == tags)
    }

    // HUB-031
    @Test(
        arguments: [("", []), ("a", [""]), ("a", ["good", ""]), (String(repeating: "x", count: 4_097), [])]
            as [(String, [String])])
    func `one invalid value creates nothing`(id: String, tags: [String]) throws {
        let users = try open()
        #expect(code { () throws(MarqueeError) in try users.create(id, tags: tags) } == .invalidParameters)
        #expect(try users.all() == [])
    }

    // HUB-032
    @Test func `ids are kept byte for byte across a restart`() throws {
        let ids = [
            "Bob", "bob", " bob", "e\u{301}", "\u{e9}", "nul\u{0}tail", "nul\u{0}other", "💡",
            String(repeating: "é", count: 512),
        ]
        let users = try open()
        for id in ids { try users.create(id) }
        users.state.close()
        let reopened = try open()
        #expect(try reopened.all().map { Array($0.utf8) } == ids.map { Array($0.utf8) })
        try reopened.activate("e\u{301}")
        try reopened.activate("\u{e9}")
        #expect(reopened.active.map { Array($0.utf8) } == Array("\u{e9}".utf8))
        #expect(changes.withLock { $0.count } == 2)
    }

    // HUB-033
    @Test func `each initial tag has the count 1`() throws {
        let users = try open()
        try users.create("a", tags: ["a", "a", "b"])
        #expect(try users.usageCounts(of: "a") == ["a": 1, "b": 1])
    }

    // HUB-034
    @Test func `default ids are unique and are not registered`() throws {
        let users = try open()
        let ids = Set((0..<10_000).map { _ in UserStore.generateDefaultID() })
        #expect(ids.count == 10_000)
        #expect(!ids.contains(""))
        #expect(try users.all() == [])
        #expect(users.active == nil)
    }

    // HUB-035, HUB-036
    @Test func `only a registered user becomes active, and a repetition sends no notice`() throws {
        let users = try open()
        try users.create("a")
        try users.activate("a")
        try users.activate("a")
        #expect(code { () throws(MarqueeError) in try users.activate("nobody") } == .unknownUser)
        #expect(code { () throws(MarqueeError) in try users.activate("") } == .invalidParameters)
        #expect(users.active == "a")
        #expect(changes.withLock { $0 } == ["a"])
    }

    // HUB-038, HUB-206
    @Test func `of two concurrent activations, the later one is reported last`() async throws {
        let isTelling = Locked(false)
        let hasOvertaken = DispatchSemaphore(value: 0)
        let users = try open { user in
            guard user == "a" else { return }
            isTelling.withLock { $0 = true }
            // Waits long enough for the other activation to overtake this one, which must not happen.
            _ = hasOvertaken.wait(timeout: .now() + .milliseconds(200))
        }
        try users.create("a")
        try users.create("b")
        Thread.detachNewThread { try? users.activate("a") }
        #expect(await eventually { isTelling.withLock { $0 } })
        Thread.detachNewThread {
            try? users.activate("b")
            hasOvertaken.signal()
        }
        #expect(await eventually { changes.withLock { $0.count } == 2 })
        #expect(changes.withLock { $0 } == ["a", "b"])
        #expect(users.active == "b")
    }

    // HUB-037, HUB-039
    @Test func `the active user and the order of creation survive a restart`() throws {
        let users = try open()
        #expect(try users.all() == [])
        for id in ["z", "a", "m"] { try users.create(id) }
        try users.activate("m")
        // Nothing is closed, as after a process kill.
        let reopened = try open()
        #expect(reopened.active == "m")
        #expect(try reopened.all() == ["z", "a", "m"])
    }

    // HUB-043
    @Test func `the counts of any registered user are a snapshot`() throws {
        let users = try open()
        try users.create("a", tags: ["x"])
        try users.create("b", tags: ["y"])
        try users.activate("a")
        var counts = try users.usageCounts(of: "b")
        #expect(counts == ["y": 1])
        counts["y"] = 99
        try users.updateUsageCounts(["x": 4])
        #expect(try users.usageCounts(of: "b") == ["y": 1])
        #expect(try users.usageCounts(of: "a") == ["x": 5])
        #expect(counts == ["y": 99])
        #expect(throws: MarqueeError.self) { try users.usageCounts(of: "c") }
    }

    // HUB-038, HUB-047
    @Test func `views count for the user who is active at the time`() throws {
        let users = try open()
        try users.create("a", tags: ["x"])
        try users.create("b")
        try users.activate("a")
        try users.viewed(tags: ["x", "y", "y"])
        try users.activate("b")
        try users.viewed(tags: ["x"])
        #expect(try users.usageCounts(of: "a") == ["x": 2, "y": 1])
        #expect(try users.usageCounts(of: "b") == ["x": 1])
        try users.activate("a")
        #expect(try users.activeUsage() == [TagUsage(tag: "x", count: 2), TagUsage(tag: "y", count: 1)])
        #expect(try open().usageCounts(of: "a") == ["x": 2, "y": 1])
    }

    // HUB-041, HUB-042, HUB-043
    @Test func `tags are sorted by count, then in byte order`() throws {
        let users = try open()
        try users.create("a", tags: ["b", "a", "B"])
        #expect(try users.tags(of: "a") == ["B", "a", "b"])
        try users.activate("a")
        try users.updateUsageCounts(["b": 4])
        #expect(try users.tags(of: "a") == ["b", "B", "a"])
        #expect(code { () throws(MarqueeError) in _ = try users.tags(of: "nobody") } == .unknownUser)
        #expect(code { () throws(MarqueeError) in _ = try users.usageCounts(of: "nobody") } == .unknownUser)
    }

    // HUB-044, HUB-045
    @Test func `changes add up, and tags with a count of zero or less are removed`() throws {
        let users = try open()
        try users.create("a", tags: ["a"])
        try users.activate("a")
        try users.updateUsageCounts(["b": 5])
        try users.updateUsageCounts(["a": 3, "b": -1])
        #expect(try users.usageCounts(of: "a") == ["a": 4, "b": 4])
        try users.updateUsageCounts(["a": -9, "b": -4, "absent": -1, "zero": 0])
        #expect(try users.usageCounts(of: "a") == [:])
        try users.updateUsageCounts(["a": .max])
        try users.updateUsageCounts(["a": .max])
        #expect(try users.usageCounts(of: "a") == ["a": .max])
    }

    // HUB-044
    @Test func `no concurrent update is lost`() async throws {
        let users = try open()
        try users.create("a")
        try users.activate("a")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<100 { group.addTask { try users.updateUsageCounts(["t": 2]) } }
            try await group.waitForAll()
        }
        #expect(try users.usageCounts(of: "a") == ["t": 200])
    }

    // HUB-046
    @Test func `an update needs an active user and valid tags, otherwise nothing changes`() throws {
        let users = try open()
        try users.create("a")
        #expect(code { () throws(MarqueeError) in try users.updateUsageCounts(["t": 1]) } == .activeUserNotSet)
        try users.activate("a")
        #expect(
            code { () throws(MarqueeError) in try users.updateUsageCounts(["t": 1, "": 1]) } == .invalidParameters)
        #expect(try users.usageCounts(of: "a") == [:])
    }

    // HUB-046
    @Test func `updates change only the active user`() throws {
        let users = try open()
        try users.create("a", tags: ["t"])
        try users.create("b", tags: ["t"])
        try users.activate("a")
        try users.updateUsageCounts(["t": 4, "new": 1])
        #expect(try users.usageCounts(of: "a") == ["t": 5, "new": 1])
        #expect(try users.usageCounts(of: "b") == ["t": 1])
    }

    // HUB-048
    @Test func `tags are compared byte for byte`() throws {
        let users = try open()
        try users.create("a", tags: ["Sports Fan", "sports fan", " sports fan", "e\u{301}", "\u{e9}"])
        #expect(try users.usage(of: "a").count == 5)
        try users.activate("a")
        try users.updateUsageCounts(["e\u{301}": .max])
        try users.updateUsageCounts(["\u{e9}": .max])
        #expect(try users.usageCounts(of: "a")["\u{e9}"] == .max)
    }

    // HUB-049
    @Test func `an empty profile grows with each view`() throws {
        let users = try open()
        try users.create("a")
        try users.activate("a")
        #expect(try users.activeUsage() == [])
        for _ in 0..<3 { try users.viewed(tags: ["x"]) }
        #expect(try users.activeUsage() == [TagUsage(tag: "x", count: 3)])
    }
}
