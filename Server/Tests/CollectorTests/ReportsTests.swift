import Foundation
import MarqueeWire
import Testing

@testable import Collector

// HUB-214
@Suite struct ReportsTests {
    private static let article: [String: Event.Value] = [
        "uri": "zbimdb://magazine/a/one", "channel": "zbimdb://magazine/c/news", "entry_point": "home",
    ]
    private let today = Day(TemporaryCollector.now)

    /// A collector that heard of the same by other users of another app and of another stream: none of it is reported.
    private func collector(_ store: TemporaryCollector, _ events: [Event]) async throws -> Collector {
        let collector = try store.open()
        _ = try await collector.intake.accept(try Sample.body(events), scope: store.scope)
        for scope in [try Scope(app: "other"), try Scope(app: store.scope.app, stream: "beta")] {
            let others = events.map { event in
                Sample.event(
                    event.name, time: event.time, user: event.user.map { "\($0) of \(scope)" }, event.properties)
            }
            _ = try await collector.intake.accept(try Sample.body(others, install: "i2"), scope: scope)
        }
        while try await collector.folding.foldOnce() {}
        return collector
    }

    private func events() -> [Event] {
        let read = Self.article.merging(["dwell_ms": 3000, "completed": true]) { $1 }
        return [
            Sample.event("hub_presented", ["uri": "zbimdb://magazine/", "entry_point": "menu"]),
            Sample.event("content_viewed", ["uri": "zbimdb://magazine/", "entry_point": "menu"]),
            Sample.event("content_viewed", user: "ann", ["uri": "zbimdb://magazine/c/news", "entry_point": "home"]),
            Sample.event("content_viewed", Self.article), Sample.event("content_viewed", Self.article),
            Sample.event("content_read", read),
            Sample.event("content_viewed", time: TemporaryCollector.now + .seconds(-86_400), user: "ann", Self.article),
        ]
    }

    @Test func `figures by page, channel, hub, day and entry point`() async throws {
        let store = try TemporaryCollector()
        let collector = try await collector(store, events())
        func rows(_ grouping: ReportQuery.Grouping) async throws -> [String: [Int]] {
            let query = ReportQuery(scope: store.scope, by: grouping, days: (today + -1)...today)
            let report = try await collector.reports.report(query)
            return Dictionary(
                uniqueKeysWithValues: report.rows.map { ($0.id, [$0.figures.views, $0.figures.readers]) })
        }
        #expect(
            try await rows(.page) == [
                "zbimdb://magazine/": [1, 1], "zbimdb://magazine/c/news": [1, 1], "zbimdb://magazine/a/one": [3, 2],
            ])
        #expect(try await rows(.channel) == ["zbimdb://magazine/c/news": [4, 2]])
        #expect(try await rows(.hub) == ["zbimdb://magazine/": [5, 2]])
        #expect(try await rows(.article) == ["zbimdb://magazine/a/one": [3, 2]])
        #expect(try await rows(.day) == ["\(today + -1)": [1, 1], "\(today)": [4, 2]])
        #expect(try await rows(.entryPoint) == ["home": [4, 2], "menu": [1, 1]])
    }

    /// A view of the article, by a device with a release in which it stood in a channel.
    private func view(_ channel: String, _ release: Int64, _ uri: String = "zbimdb://magazine/a/one") -> Event {
        let channel = Event.Value.text("zbimdb://magazine/c/\(channel)")
        return Sample.event("content_viewed", ["uri": .text(uri), "channel": channel, "release": .integer(release)])
    }

    private func viewsByChannel(_ reports: Reports, _ scope: Scope) async throws -> [String: Int] {
        let report = try await reports.report(ReportQuery(scope: scope, by: .channel, days: today...today))
        return Dictionary(
            uniqueKeysWithValues: report.rows.map { (String($0.id.split(separator: "/").last ?? ""), $0.figures.views) }
        )
    }

    // Devices with the release before go on sending while others have the new one.
    @Test(arguments: [
        ([("news", 1), ("sport", 2)], ["sport": 2]),
        ([("news", 1), ("sport", 2), ("news", 1), ("sport", 2)], ["sport": 4]),
        ([("sport", 2), ("news", 1)], ["sport": 2]),
        ([("news", 1), ("sport", 2), ("news", 3)], ["news": 3]),
    ])
    func `an article counts for the channel of the newest release, within a batch and over batches`(
        _ views: [(channel: String, release: Int64)], _ expected: [String: Int]
    ) async throws {
        let events = views.map { view($0.channel, $0.release) }
        let together = try TemporaryCollector()
        #expect(try await viewsByChannel(try await collector(together, events).reports, together.scope) == expected)
        let apart = try TemporaryCollector()
        let collector = try apart.open()
        for event in events {
            _ = try await collector.intake.accept(try Sample.body([event]), scope: apart.scope)
            while try await collector.folding.foldOnce() {}
        }
        #expect(try await viewsByChannel(collector.reports, apart.scope) == expected)
    }

    @Test func `after a restart an article still goes to another channel, and other pages stay`() async throws {
        let store = try TemporaryCollector()
        let sport = "zbimdb://magazine/c/sport"
        for views in [[view("news", 1), view("news", 1, sport)], [view("sport", 2), view("news", 2, sport)]] {
            let collector = try store.open()
            _ = try await collector.intake.accept(try Sample.body(views), scope: store.scope)
            while try await collector.folding.foldOnce() {}
        }
        #expect(try await viewsByChannel(try store.open().reports, store.scope) == ["sport": 4])
    }

    @Test(arguments: ReportQuery.Grouping.allCases)
    func `an app or stream without events has an empty report beside others`(_ grouping: ReportQuery.Grouping)
        async throws
    {
        let store = try TemporaryCollector()
        let tags = Sample.event(EventName.userTags, ["tags": "[\"a\"]"])
        let reports = try await collector(store, events() + [tags]).reports
        for scope in [try Scope(app: "third"), try Scope(app: store.scope.app, stream: "third")] {
            let report = try await reports.report(
                ReportQuery(scope: scope, by: grouping, days: (today + -1)...today))
            #expect(report == Report(rows: [], totals: ReportFigures()))
            #expect(try await reports.installs(scope: scope) == [])
            #expect(try await reports.profileTags(scope: scope, since: Timestamp(milliseconds: 0)).users == 0)
        }
    }

    @Test func `a report has as many rows as asked for, and tells the rest in its totals`() async throws {
        let store = try TemporaryCollector()
        let views = (0..<6).flatMap { article in
            (0...article).map { view in
                Sample.event(
                    "content_viewed", time: TemporaryCollector.now + .seconds(-86_400 * article),
                    user: "reader \(view)",
                    ["uri": .text("zbimdb://magazine/a/\(article)"), "entry_point": .text("entry \(article)")])
            }
        }
        let reports = try await collector(store, views).reports
        let last: [(ReportQuery.Grouping, [String])] = [
            (.page, ["zbimdb://magazine/a/5", "zbimdb://magazine/a/4"]), (.entryPoint, ["entry 4", "entry 5"]),
            (.day, ["\(today + -1)", "\(today)"]),
        ]
        for (grouping, ids) in last {
            let report = try await reports.report(
                ReportQuery(scope: store.scope, by: grouping, days: (today + -10)...today, limit: 2))
            #expect(report.rows.map(\.id) == ids)
            #expect(report.rows.allSatisfy { $0.figures.readers == $0.figures.views })
            #expect(report.totals.views == 21)
            #expect(report.totals.readers == 6)
        }
    }

    @Test func `dwell, completion and totals`() async throws {
        let store = try TemporaryCollector()
        let collector = try await collector(store, events())
        var query = ReportQuery(scope: store.scope, by: .article, days: today...today)
        query.uri = try ContentURI("zbimdb://magazine/c/news")
        let report = try await collector.reports.report(query)
        let figures = try #require(report.rows.first?.figures)
        #expect(figures.averageDwell == .milliseconds(1500))
        #expect(figures.completionRate == 0.5)
        query.uri = nil
        query.grouping = .page
        let totals = try await collector.reports.report(query).totals
        let counts: [Int] = [totals.views, totals.readers, totals.presentations, totals.reads]
        #expect(counts == [4, 2, 1, 1] as [Int])
    }

    @Test func `a late event counts on the day it happened`() async throws {
        let store = try TemporaryCollector()
        let late = Sample.event("content_viewed", time: TemporaryCollector.now + .seconds(-7 * 86_400), Self.article)
        let collector = try await collector(store, [late])
        let report = try await collector.reports.report(
            ReportQuery(scope: store.scope, by: .day, days: (today + -30)...today))
        #expect(report.rows.map(\.id) == ["\(today + -7)"])
    }

    /// By what a reader of RFC 4180 gets back: `"` joined by a mark to its neighbour is still a quote to it.
    @Test(arguments: [
        ("=cmd()", "'=cmd()"), ("a,\"b\"", "a,\"b\""), ("x\u{600},=HYPERLINK(1)", "x\u{600},=HYPERLINK(1)"),
        ("a,b\u{600}\",=2+5,\u{600}\"c", "a,b\u{600}\",=2+5,\u{600}\"c"), ("=\u{FE0F}1+1", "'=\u{FE0F}1+1"),
        ("=\u{301} 1+1", "'=\u{301} 1+1"), ("\n=1", "'\n=1"), ("\r\n=1", "'\r\n=1"), (" \t@SUM(A1)", "' \t@SUM(A1)"),
        ("\u{FEFF}+1", "'\u{FEFF}+1"), ("\u{200B}-1", "'\u{200B}-1"), ("\u{FF1D}1", "'\u{FF1D}1"), ("1-2", "1-2"),
        ("", ""),
        ("a\u{0}b\u{1B}", "ab"),
    ])
    func `text in CSV stays in its cell and is no formula`(_ text: String, _ expected: String) throws {
        var figures = ReportFigures()
        figures[.views] = 2
        let report = Report(rows: [Report.Row(id: text, figures: figures)], totals: figures)
        let records = Self.records(Array(report.csv(titles: [text: text]).utf8))
        #expect(records.count == 2 && records.allSatisfy { $0.count == 10 })
        #expect(records.last?.prefix(4) == [expected, expected, "0", "2"])
    }

    /// Reads RFC 4180 byte by byte.
    private static func records(_ csv: [UInt8]) -> [[String]] {
        var records: [[String]] = [[]]
        var (field, isQuoted, wasQuote) = ([UInt8](), false, false)
        for byte in csv {
            if isQuoted, !wasQuote, byte == UInt8(ascii: "\"") {
                wasQuote = true
            } else if isQuoted, !wasQuote || byte == UInt8(ascii: "\"") {
                field.append(byte)
                wasQuote = false
            } else if byte == UInt8(ascii: "\"") {
                isQuoted = true
            } else if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") {
                records[records.count - 1].append(String(decoding: field, as: UTF8.self))
                (field, isQuoted, wasQuote) = ([], false, false)
                if byte == UInt8(ascii: "\n") { records.append([]) }
            } else if byte != UInt8(ascii: "\r") {
                field.append(byte)
            }
        }
        return records.dropLast()
    }

    @Test(arguments: [("1970-01-01", 0), ("2000-02-29", 11_016), ("1969-12-31", -1), ("2026-11-21", 20_778)])
    func `days are civil dates`(_ text: String, _ number: Int) {
        #expect(Day(text)?.number == number)
        #expect(Day(number: number).description == text)
    }

    @Test(arguments: ["2026-02-30", "2026-13-01", "26-01-01", "2026-1-1", "", "2026-01-01x"])
    func `a day that does not exist is none`(_ text: String) {
        #expect(Day(text) == nil)
    }

    @Test func `installs show their latest release`() async throws {
        let store = try TemporaryCollector()
        let collector = try await collector(store, [Sample.event("refresh_ended", ["release": 12])])
        let installs = try await collector.reports.installs(scope: store.scope)
        #expect(installs.map(\.release) == [12])
        #expect(installs.map(\.events) == [1])
    }

    @Test func `the first event of an app is known when it arrives, and stays known`() async throws {
        let store = try TemporaryCollector()
        let empty = try store.open().reports
        #expect(try await empty.firstEvent(scope: store.scope) == nil)
        let late = Sample.event(time: TemporaryCollector.now + .seconds(-86_400))
        let reports = try await collector(store, [late, Sample.event()]).reports
        #expect(try await reports.firstEvent(scope: store.scope) == TemporaryCollector.now)
        #expect(try await reports.firstEvent(scope: try Scope(app: "third")) == nil)
    }

    @Test func `totals of a span of days count each reader once`() async throws {
        let store = try TemporaryCollector()
        let reports = try await collector(store, events()).reports
        let totals = try await reports.totals(scope: store.scope, days: (today + -1)...today)
        #expect(totals.views == 5 && totals.readers == 2 && totals.averageDwell == .milliseconds(600))
        #expect(try await reports.totals(scope: store.scope, days: (today + -1)...(today + -1)).readers == 1)
        #expect(try await reports.totals(scope: store.scope, days: (today + -9)...(today + -8)) == ReportFigures())
    }

    // HUB-050
    @Test func `profiles of any size count for a hundred tags a user and ten thousand in all`() async throws {
        func tags(_ count: Int, of user: String) throws -> [String: Event.Value] {
            [
                "tags": .text(
                    String(decoding: try JSONEncoder().encode((0..<count).map { "\(user) \($0)" }), as: UTF8.self))
            ]
        }
        let store = try TemporaryCollector()
        let events = try (0..<110).map { user in
            Sample.event(EventName.userTags, user: "\(user)", try tags(user == 0 ? 101 : 100, of: "\(user)"))
        }
        let endless = Sample.event(EventName.userTags, user: "endless", try tags(1000, of: "endless"))
        let collector = try await collector(store, events + [endless])
        let profiles = try await collector.reports.profileTags(scope: store.scope, since: Timestamp(milliseconds: 0))
        #expect(profiles.users == 110, "a list of more than 8 kB is nobody's")
        #expect(profiles.counts.count == 10_000)
        #expect(profiles.counts["0 99"] == 1)
        #expect(profiles.counts["0 100"] == nil)
    }
}
