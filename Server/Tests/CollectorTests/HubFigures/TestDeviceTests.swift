import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// Test devices are kept apart from readers in all figures of the report.
@Suite struct TestDeviceTests {
    private static let article: [String: Event.Value] = [
        "uri": "zbimdb://magazine/a/one", "channel": "zbimdb://magazine/c/news", "entry_point": "home",
    ]
    private let today = Day(TemporaryCollector.now)
    private let store: TemporaryCollector
    private let platform: Platform

    init() async throws {
        store = try TemporaryCollector()
        platform = try await Platform.open(at: store.folder.appending(path: "data"))
        _ = try await platform.apps.create("demo", name: "Demo", by: "test")
    }

    private func view(_ install: String, _ user: String?, in collector: Collector) async throws {
        let read = Self.article.merging(["dwell_ms": 3000, "completed": true]) { $1 }
        let events = [
            Sample.event("content_viewed", user: user, Self.article), Sample.event("content_read", user: user, read),
            Sample.event(
                "external_link_opened", user: user,
                ["url": "https://a.example/", "uri": "zbimdb://magazine/a/one"]),
        ]
        _ = try await collector.intake.accept(try Sample.body(events, install: install), scope: store.scope)
        while try await collector.folding.foldOnce() {}
    }

    /// Views, readers, milliseconds and links of each kind of device, by a grouping; the total behind.
    private func figures(
        _ devices: ReportQuery.Devices, by grouping: ReportQuery.Grouping, _ collector: Collector
    ) async throws -> [String: [Int64]] {
        func numbers(_ figures: ReportFigures) -> [Int64] {
            [figures[.views], Int64(figures.readers), figures[.dwell], figures[.links]]
        }
        let report = try await collector.reports.report(
            ReportQuery(scope: store.scope, by: grouping, days: today...today, devices: devices))
        let rows = report.rows.map { ($0.id, numbers($0.figures)) }
        return Dictionary(uniqueKeysWithValues: rows + [("all", numbers(report.totals))])
    }

    @Test(arguments: ReportQuery.Grouping.allCases)
    func `what phones of the lab read counts for itself, however it is grouped`(_ grouping: ReportQuery.Grouping)
        async throws
    {
        let collector = try store.open(testDevices: platform.testDevices)
        try await view("phone", "ann", in: collector)
        try await view("tablet", "ann", in: collector)
        try await view("lab-1", "ann", in: collector)
        try await view("lab-2", nil, in: collector)
        try await view("laboratory", nil, in: collector)
        let readers = try await figures(.readers, by: grouping, collector)
        let tests = try await figures(.test, by: grouping, collector)
        let all = try await figures(.all, by: grouping, collector)
        #expect(readers["all"] == [3, 2, 9000, 3])
        #expect(tests["all"] == [2, 2, 6000, 2])
        #expect(all["all"] == [5, 3, 15_000, 5], "Ann is one reader on all of her devices")
        #expect(readers.keys.sorted() == tests.keys.sorted())
        let report = ReportQuery(scope: store.scope, by: grouping, days: today...today)
        #expect(try await collector.reports.report(report).totals.views == 3, "readers unless the query says otherwise")
    }

    @Test func `a mark counts from then on, and what was counted before stays where it was`() async throws {
        let collector = try store.open(testDevices: platform.testDevices)
        try await view("phone", "ann", in: collector)
        try await platform.testDevices.mark("phone", isTest: true, app: "demo", by: "Ann")
        try await platform.testDevices.mark("lab-1", isTest: false, app: "demo", by: "Ann")
        try await view("phone", "ann", in: collector)
        try await view("lab-1", "bob", in: collector)
        #expect(try await figures(.readers, by: .day, collector)["all"] == [2, 2, 6000, 2])
        #expect(try await figures(.test, by: .day, collector)["all"] == [1, 1, 3000, 1])
        try await platform.testDevices.mark("phone", isTest: false, app: "demo", by: "Ann")
        try await view("phone", "ann", in: collector)
        #expect(try await figures(.readers, by: .day, collector)["all"] == [3, 2, 9000, 3])
    }

    // Figures cannot be moved later, so folding waits until the marks are known.
    @Test func `nothing is counted while the marks cannot be read`() async throws {
        struct Failing: TestDeviceStore {
            func devices(of app: String) async throws(StoreError) -> TestDevices {
                throw StoreError(.unavailable, "the database is away")
            }
            func mark(_ installs: [String], isTest: Bool, app: String, by who: String) -> Int { 0 }
            func consoleDevices(of app: String) -> [ConsoleDevice] { [] }
            func register(_ id: String, name: String, app: String, by who: String) {}
            func name(_ id: String, app: String) {}
            func startOver(_ id: String, app: String) {}
            func unregister(_ id: String, app: String, by who: String) {}
            func forget(_ installs: [String], app: String) {}
        }
        let collector = try store.open(testDevices: Failing())
        _ = try await collector.intake.accept(
            try Sample.body([Sample.event("content_viewed", Self.article)], install: "phone"), scope: store.scope)
        await #expect(throws: StoreError.self) { try await collector.folding.foldOnce() }
        #expect(try store.count("rollup") == 0)
    }

    @Test func `erasing a person removes the mark of the device`() async throws {
        let collector = try store.open(testDevices: platform.testDevices)
        try await view("phone", "ann", in: collector)
        try await platform.testDevices.mark("phone", isTest: true, app: "demo", by: "Ann")
        let requests = PersonRequests(platform: platform, collector: collector)
        let query = try #require(PersonQuery(.device, "phone"))
        let person = try await requests.find(query, scope: store.scope)
        _ = try await requests.erase(person, scope: store.scope, by: "Ann")
        #expect(try await platform.testDevices.devices(of: "demo") == TestDevices())
    }
}
