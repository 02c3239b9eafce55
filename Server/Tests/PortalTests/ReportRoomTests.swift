import Collector
import Foundation
import HTTPTypes
import Markup
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// The report of everything, of one place, and from one entry point.
// HUB-214
@Suite struct ReportRoomTests {
    private static let day = Duration.seconds(86_400)

    /// A portal in which Brakes was read today and yesterday, Tyres today, and Gears in another channel.
    private func read() async throws -> (TestPortal, [String: ArticleRecord]) {
        let portal = try await TestPortal()
        let bikes = try await portal.platform.content.create(
            ChannelRecord(app: TestPortal.app, hub: "news", id: "bikes", title: "Bikes"), by: "t")
        let articles = [
            "Brakes": try await portal.article("Brakes"), "Tyres": try await portal.article("Tyres & rims"),
            "Gears": try await portal.article("Gears", in: bikes.uri),
        ]
        func record(
            _ title: String, _ user: String, _ entry: String = "home", ago: Duration = .zero, seconds: Int = 0
        ) async throws {
            let article = try #require(articles[title])
            let properties: [String: Event.Value] = [
                "uri": .text(article.uri.description), "entry_point": .text(entry),
                "channel": .text(ContentURI(hub: "news", .channel(article.channel)).description),
            ]
            try await portal.record(EventName.contentViewed, properties, user: user, ago: ago)
            guard seconds > 0 else { return }
            let dwell: [String: Event.Value] = ["dwell_ms": .integer(Int64(seconds) * 1000), "completed": true]
            try await portal.record(
                EventName.contentRead, properties.merging(dwell) { $1 }, user: user, ago: ago)
        }
        try await record("Brakes", "ann", seconds: 90)
        try await record("Brakes", "bob", "menu & co", ago: Self.day)
        try await record("Tyres", "ann", seconds: 10)
        try await record("Gears", "eve")
        return (portal, articles)
    }

    /// The cells of the table of that caption, by the name of their row.
    private func table(_ caption: String, in page: Browser.Page) -> [String: [String]] {
        guard let table = page.text.components(separatedBy: "<table ").first(where: { $0.contains(">\(caption)<") })
        else { return [:] }
        let rows = table.components(separatedBy: "<tr>").dropFirst(2).map { row in
            row.replacing(/<br>.*?<\/span>/, with: "").components(separatedBy: "</t").map {
                $0.replacing(/<.*?>/, with: "")
            }
            .map { $0.contains(">") ? String($0.split(separator: ">").last ?? "") : $0 }
        }
        return Dictionary(rows.map { ($0[0], Array($0[1...4])) }) { first, _ in first }
    }

    private func link(_ name: String, in page: Browser.Page) throws -> String {
        let end = try #require(page.text.range(of: ">\(name)</a>"), "no link \(name) in \(page.text)")
        let start = try #require(page.text[..<end.lowerBound].range(of: "href=\"", options: .backwards))
        return String(page.text[start.upperBound...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
    }

    @Test func `pages with figures say whose events they count, when servers share a database`() async throws {
        let pages = ["/portal/", "/portal/report", "/portal/devices", "/portal/live"]
        for (server, isNamed) in [("paris.example", true), (nil, false)] {
            try await TestPortal(server: server).signedIn { browser in
                for page in pages {
                    let text = try await browser.get(page).text
                    #expect(text.contains("events that the server paris.example took") == isNamed)
                }
            }
        }
    }

    @Test func `figures stand beside those of as many days before, and presets choose the days`() async throws {
        let (portal, articles) = try await read()
        let brakes = try #require(articles["Brakes"])
        for user in ["old", "older"] {
            try await portal.record(
                EventName.contentViewed, ["uri": .text(brakes.uri.description)], user: user, ago: Self.day * 10)
        }
        try await portal.signedIn { browser in
            let month = try await browser.get("/portal/report")
            #expect(!month.text.contains("before:"), "nobody read before the last thirty days")
            #expect(month.text.contains("aria-current=\"page\">Last 30 days</a>"))
            let week = try await browser.get(try link("Last 7 days", in: month))
            #expect(week.text.contains("<dd>4 <small>before: 2, +100 %</small></dd>"))
            let today = Day(portal.clock.now)
            #expect(week.text.contains("Before: \(today + -13) to \(today + -7)."))
            #expect(week.text.contains("value=\"\(today + -6)\""))
        }
    }

    @Test func `each row leads to the report of its own, and the way back stands above it`() async throws {
        let (portal, _) = try await read()
        try await portal.signedIn { browser in
            let all = try await browser.get("/portal/report")
            #expect(table("By article", in: all).keys.sorted() == ["Brakes", "Gears", "Tyres &amp; rims"])
            #expect(!all.text.contains("aria-label=\"Breadcrumb\""))
            let hubs = try await browser.get(try link("Hubs", in: all))
            #expect(table("By hub", in: hubs) == ["News": ["4", "3", "0:25", "50 %"]])
            let channels = try await browser.get(
                try link("Channels", in: try await browser.get(link("News", in: hubs))))
            #expect(
                table("By channel", in: channels) == [
                    "Cars": ["3", "2", "0:33", "67 %"], "Bikes": ["1", "1", "–", "–"],
                ])
            let cars = try await browser.get(try link("Cars", in: channels))
            #expect(table("By article", in: cars).keys.sorted() == ["Brakes", "Tyres &amp; rims"])
            let brakes = try await browser.get(try link("Brakes", in: cars))
            #expect(brakes.text.contains("<h1>Brakes</h1>"))
            #expect(table("By entry point", in: brakes).keys.sorted() == ["home", "menu &amp; co"])
            let today = Day(portal.clock.now)
            #expect(
                table("By day", in: brakes) == [
                    "\(today)": ["1", "1", "1:30", "100 %"], "\(today + -1)": ["1", "1", "–", "–"],
                ])
            let menu = try await browser.get(try link("menu &amp; co", in: brakes))
            #expect(table("By day", in: menu) == ["\(today + -1)": ["1", "1", "–", "–"]])
            for name in ["Report", "News", "Cars", "Brakes", "From “menu &amp; co”"] { _ = try link(name, in: menu) }
            #expect(try await browser.get(try link("Cars", in: menu)).text.contains("<h1>Cars</h1>"))
        }
    }

    @Test(arguments: [
        (ReportMeasure.views, "Views, readers", "Views: 2 in all, at most 1 on one day; Readers: 2 in all"),
        (.dwell, "Minutes : seconds", "Average reading time: 0:45 over all, at most 1:30 on one day"),
        (.completion, "Share of views", "Read to the end: 50 % over all, at most 100 % on one day"),
    ])
    func `the chart shows what is chosen, says it in words, and keeps to the place`(
        _ measure: ReportMeasure, _ axis: String, _ description: String
    ) async throws {
        let (portal, articles) = try await read()
        let uri = try #require(articles["Brakes"]).uri
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/report?uri=\(uri)&from=2026-09-01&through=2026-10-01")
            let chart = try await browser.get(try link(measure.name, in: page)).text
            #expect(chart.contains("<h1>Brakes</h1>"))
            #expect(chart.contains("aria-current=\"page\">\(measure.name)</a>"))
            #expect(chart.contains(">\(axis)</text>") && chart.contains(">Day (UTC)</text>"))
            #expect(chart.contains("From 2026-09-01 to 2026-10-01. \(description)"))
        }
    }

    @Test func `the export holds what the page shows and nothing else`() async throws {
        let (portal, articles) = try await read()
        let uri = try #require(articles["Brakes"]).uri
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/report?uri=\(uri)&entry=home")
            let days = try await browser.get(try link("CSV by day", in: page))
            let lines = days.text.components(separatedBy: "\r\n").dropFirst().filter { !$0.isEmpty }
            #expect(lines == ["\"\(Day(portal.clock.now))\",\"\",0,1,1,1,90.0,1.0,1,0"])
            #expect(
                days.headers[.contentDisposition]?.contains("\"marquee-news-a-\(articles["Brakes"]?.id ?? "")-day-")
                    == true)
            #expect(
                try await !browser.get("/portal/report.csv?by=article&hub=news&entry=menu+%26+co").text.contains(
                    "Gears"))
        }
    }

    @Test(arguments: [
        "uri=https://example.org/", "uri=zbimdb://news/assets/a.png", "uri=zbimdb://news/x/1", "hub=N%20ews",
        "uri=zbimdb://news/c/cars&hub=other", "entry=" + String(repeating: "x", count: 1001),
        "from=2026-02-02&through=2026-01-01",
    ])
    func `what is no place, entry point or span of days is refused in words`(_ query: String) async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            for path in ["report", "report.csv"] {
                let page = try await browser.get("/portal/\(path)?\(query)")
                #expect(page.status == .badRequest && page.text.contains("Please check what you entered"))
            }
        }
    }

    @Test func `a place that is gone keeps its report, and its address is shown as text`() async throws {
        let (portal, articles) = try await read()
        let brakes = try #require(articles["Brakes"])
        try await portal.platform.content.delete(
            brakes.uri, expectedVersion: brakes.version, app: TestPortal.app, by: "t")
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/report?uri=\(brakes.uri)")
            #expect(page.text.contains("<h1>\(brakes.uri)</h1>"))
            #expect(table("By entry point", in: page).count == 2)
            let safe = try await browser.get("/portal/report?entry=%3Cscript%3E")
            #expect(safe.text.contains("From “&lt;script&gt;”") && !safe.text.contains("<script>"))
        }
    }

    // Days that nobody read in are no zero of an average.
    @Test func `a line has a gap where there is nothing to tell`() {
        let chart = LineChart(
            id: "c", title: "T", axis: "A", scale: .seconds, labels: (1...70).map { "d\($0)" },
            series: [.init(name: "S", values: [1, 2, nil, 3] + Array(repeating: nil, count: 66), total: "6")])
        #expect(chart.markup.text.components(separatedBy: "<polyline").count == 2)
        #expect(chart.markup.text.components(separatedBy: "<circle").count == 2, "the single day is still seen")
        #expect(chart.markup.text.contains("<title>d4: S 0:03</title>"))
    }

    @Test(arguments: [
        (ChartScale.count, 0.0, 4.0), (.count, 9, 20), (.count, 80, 80), (.count, 81, 200), (.seconds, 61, 120),
        (.seconds, 20_000, 20_000), (.percent, 3, 100),
    ])
    func `an axis ends at a round number`(_ scale: ChartScale, _ largest: Double, _ end: Double) {
        #expect(scale.ceiling(over: largest) == end)
    }
}
