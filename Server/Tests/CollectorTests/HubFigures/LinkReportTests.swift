import Foundation
import MarqueeWire
import Testing

@testable import Collector

/// Which external links were followed, on which pages and by how many readers.
@Suite struct LinkReportTests {
    private static let one = "zbimdb://magazine/a/one"
    private static let two = "zbimdb://magazine/a/two"
    private let today = Day(TemporaryCollector.now)
    private let store: TemporaryCollector

    init() throws { store = try TemporaryCollector() }

    private func click(_ url: String?, _ page: String, _ user: String?, _ install: String = "i", ago: Int64 = 0) throws
        -> (Event, String)
    {
        var properties: [String: Event.Value] = ["uri": .text(page)]
        properties["url"] = url.map { .text($0) }
        let time = TemporaryCollector.now + .seconds(-ago)
        return (Sample.event("external_link_opened", time: time, user: user, properties), install)
    }

    private func collector(_ clicks: [(Event, String)]) async throws -> Collector {
        let collector = try store.open()
        for (event, install) in clicks {
            let body = try Sample.body([event], install: install)
            for _ in 0..<2 { _ = try await collector.intake.accept(body, scope: store.scope) }
        }
        while try await collector.folding.foldOnce() {}
        return collector
    }

    private func rows(_ report: LinkReport) -> [[String]] {
        report.rows.map { [$0.link, $0.page ?? "", "\($0.clicks)", "\($0.readers)", "\($0.pages)"] }
    }

    private func clicks() throws -> [(Event, String)] {
        [
            try click("https://a.example/", Self.one, "ann"), try click("https://a.example/", Self.one, "ann"),
            try click("https://a.example/", Self.two, "bob"), try click("https://b.example/x", Self.one, nil, "tablet"),
            try click("https://b.example/x", Self.one, nil, "lab-1"),
            try click("https://a.example/", Self.one, "ann", ago: 86_400),
        ]
    }

    @Test func `links are counted in all and by page, once for each event, and test devices apart`() async throws {
        let collector = try await collector(try clicks())
        let query = ReportQuery(scope: store.scope, by: .day, days: today...today)
        let report = try await collector.reports.links(query)
        #expect(
            rows(report) == [["https://a.example/", "", "3", "2", "2"], ["https://b.example/x", "", "1", "1", "1"]])
        #expect(report.clicks == 4)
        #expect(
            rows(try await collector.reports.links(query, byPage: true)) == [
                ["https://a.example/", Self.one, "2", "1", "1"], ["https://a.example/", Self.two, "1", "1", "1"],
                ["https://b.example/x", Self.one, "1", "1", "1"],
            ])
        var both = query
        both.devices = .all
        both.days = (today + -1)...today
        #expect(
            rows(try await collector.reports.links(both)) == [
                ["https://a.example/", "", "4", "2", "2"], ["https://b.example/x", "", "2", "2", "1"],
            ])
        let totals = try await collector.reports.report(query).totals
        #expect(totals[.links] == 4, "the figure of the report says the same")
    }

    @Test func `a page, a hub and a limit narrow the links, and the total counts all of them`() async throws {
        let collector = try await collector(try clicks())
        var query = ReportQuery(scope: store.scope, by: .day, days: today...today)
        query.uri = try ContentURI(Self.two)
        #expect(rows(try await collector.reports.links(query)) == [["https://a.example/", "", "1", "1", "1"]])
        query.uri = nil
        query.hub = "other"
        #expect(try await collector.reports.links(query) == LinkReport(rows: [], clicks: 0))
        query.hub = nil
        query.limit = 1
        let first = try await collector.reports.links(query)
        #expect(first.rows.map(\.clicks) == [3] && first.clicks == 4)
    }

    // Anybody can send events with any address.
    @Test func `a missing address, one that is too long and those beyond the bound count among the others`()
        async throws
    {
        let long = "https://a.example/" + String(repeating: "x", count: 1024)
        var clicks = [try click(nil, Self.one, "ann"), try click(long, Self.one, "bob")]
        for number in 0..<5002 { clicks.append(try click("https://a.example/\(number)", Self.one, "u")) }
        let collector = try store.open()
        for start in stride(from: 0, to: clicks.count, by: 500) {
            let events = clicks[start..<min(start + 500, clicks.count)].map(\.0)
            _ = try await collector.intake.accept(try Sample.body(events), scope: store.scope)
        }
        while try await collector.folding.foldOnce() {}
        let query = ReportQuery(scope: store.scope, by: .day, days: today...today, limit: 10_000)
        let report = try await collector.reports.links(query)
        #expect(report.rows.first == .init(link: "(other)", page: nil, clicks: 4, readers: 3, pages: 1))
        #expect(report.rows.count == 5001 && report.clicks == 5004)
    }

    @Test func `as CSV a link is quoted, and begins no formula`() {
        let report = LinkReport(
            rows: [.init(link: "=1+1,\"", page: Self.one, clicks: 2, readers: 1, pages: 1)], clicks: 2)
        #expect(
            report.csv(titles: [Self.one: "One"])
                == "link,page,title,clicks,readers\r\n\"'=1+1,\"\"\",\"\(Self.one)\",\"One\",2,1\r\n")
    }
}
