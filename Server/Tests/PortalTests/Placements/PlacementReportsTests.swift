import Collector
import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// PLC-007, PLC-023, PLC-066, PLC-087, PLC-127, PLC-135, PLC-138: the reports of placements, as pages and as files.
@Suite struct PlacementReportsTests {
    private static let room = "/portal/placements/reports"

    private func record(
        _ name: PlacementEventName, _ properties: [String: Event.Value] = [:], of install: String = "gid",
        in portal: TestPortal
    ) async throws {
        let event = ServerEvent(
            name.rawValue, of: install, scope: try Scope(app: TestPortal.app), key: UUID().uuidString,
            made: portal.clock.now, properties: properties)
        #expect(await portal.collector.serverEvents.record([event]).isEmpty)
        while try await portal.collector.folding.foldOnce() {}
    }

    private func unit(_ id: String, _ kind: String = "announcement", badge: Bool = false) -> [String: Event.Value] {
        let unit: [String: Event.Value] = ["placement": "start", "unit": .text(id), "kind": .text(kind)]
        return badge ? unit.merging(["badge": true]) { $1 } : unit
    }

    /// Two announcements that take turns, an offer and a list of games.
    private func filled() async throws -> TestPortal {
        let portal = try await TestPortal()
        let store = portal.platform.placements
        let text = UnitDocument(["title": .text("Hello"), "message": .text("You")])
        for (id, name) in [("a", "First <b>"), ("b", "Second")] {
            _ = try await store.create(
                ContentUnitRecord(app: TestPortal.app, id: id, name: name, kind: .announcement, document: text),
                by: "Ann")
        }
        _ = try await store.create(
            ContentUnitRecord(
                app: TestPortal.app, id: "sword", name: "Sword", kind: .purchase,
                document: UnitDocument(["title": .text("Sword"), "product": .text("p"), "quantity": .integer(1)])),
            by: "Ann")
        _ = try await store.create(
            PlacementRecord(
                app: TestPortal.app, tag: "start", name: "Start",
                units: ["a", "b"].map { .init(unit: $0, priority: 1) }), by: "Ann")
        return portal
    }

    /// The rows of the table with a caption, their cells with bars between them.
    private func rows(_ caption: String, in page: Browser.Page) throws -> [String] {
        let table = try #require(
            page.text.components(separatedBy: "<caption>\(caption)").dropFirst().first, "\(page.text)")
        return table.components(separatedBy: "</table>")[0].components(separatedBy: "<tr>").dropFirst(2).map { row in
            row.components(separatedBy: "</tr>")[0].components(separatedBy: "</t").dropLast()
                .map { $0.replacing(/<[^>]*>/, with: "").replacing(/^[dh]>/, with: "") }.joined(separator: "|")
        }
    }

    @Test func `every report says that nothing has happened, and has a file`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            for path in PlacementReportPath.allCases {
                let page = try await browser.get(path.address)
                #expect(page.status == .ok && page.text.contains("class=\"empty\""), "\(path)")
                let file = try await browser.get("\(path.address).csv")
                #expect(file.status == .ok && file.text.split(separator: "\r\n").count == 1, "\(path): \(file.text)")
            }
            #expect(try await browser.get("\(Self.room)?from=2026-02-01&through=2026-01-01").status == .badRequest)
            let long = String(repeating: "x", count: 256)
            #expect(try await browser.get("\(Self.room)/units?unit=\(long)").status == .badRequest)
        }
    }

    @Test func `days that are none stand on the page with what is wrong, and tabs keep whose figures they are`()
        async throws
    {
        let portal = try await filled()
        try await portal.signedIn { browser in
            let page = try await browser.get("\(Self.room)/units?from=2026-02-01&through=2026-01-01&devices=test")
            #expect(page.status == .badRequest && page.text.contains("<title>Error: "))
            #expect(page.text.contains("<li><a href=\"#from\">From</a>: The first day must not be after the last"))
            #expect(page.text.contains("value=\"2026-02-01\"") && page.text.contains("value=\"2026-01-01\""))
            let tabs = page.text.matches(of: /<a href="([^"]+)"[^>]*>(?:Overview|Revenue|Badges)</).map { String($0.1) }
                .filter { $0.hasPrefix(Self.room) }
            #expect(tabs.count == 3 && tabs.allSatisfy { $0.contains("?devices=test&amp;from=") }, "\(tabs)")
            let place = try await browser.get("\(Self.room)/units?placement=start").text
            #expect(place.contains("Only “Start”"))
            #expect(try await browser.get("\(Self.room)/units?unit=gone").text.contains("Only “gone”"))
        }
    }

    @Test func `purchases name units and products, except for a product that has two names`() async throws {
        let portal = try await filled()
        for (id, product, name) in [("c", "coins", "Coins"), ("d", "gems", "Gems"), ("e", "gems", "Jewels")] {
            let document = UnitDocument(["product": .text(product), "name": .text(name)])
            _ = try await portal.platform.placements.create(
                ContentUnitRecord(
                    app: TestPortal.app, id: id, name: "Offer \(id)", kind: .purchase, document: document,
                    isPaused: true), by: "Ann")
        }
        for (product, unit) in [("coins", "c"), ("gems", "d"), ("other", "gone")] {
            _ = try await portal.platform.purchases.record(
                TrackedPurchase(
                    install: "x", product: product, price: .init(milliunits: 1000, currency: "USD"), unit: unit,
                    offerReceipt: "4711"), app: TestPortal.app)
        }
        try await portal.signedIn { browser in
            let page = try await browser.get("\(Self.room)/purchases")
            let found = try rows("Purchases", in: page).map { $0.components(separatedBy: "|") }
            #expect(Set(found.map { $0[1] }) == ["1 × Coins", "1 × gems", "1 × other"])
            #expect(Set(found.map { $0[6] }) == ["Offer c", "Offer d", "gone"])
            let file = try await browser.get("\(Self.room)/purchases.csv").text
            #expect(file.contains("\"coins\"") && file.contains("\"gone\""))
            // PLC-070
            #expect(file.components(separatedBy: "\"4711\"").count == 4)
        }
    }

    @Test func `the overview counts opens, sessions and returning installs by day`() async throws {
        let portal = try await filled()
        try await record(.opened, ["sessions": 1, "seconds": 90], in: portal)
        try await record(.opened, ["sessions": 1, "seconds": 30], in: portal)
        try await record(.opened, of: "other", in: portal)
        try await record(.opened, of: "lab-1", in: portal)
        let first = Day(portal.clock.now)
        portal.clock.advance(by: .seconds(86_400))
        try await record(.opened, in: portal)
        portal.clock.advance(by: .seconds(86_400))
        try await portal.signedIn { browser in
            let page = try await browser.get(Self.room)
            #expect(
                try rows("By day", in: page) == [
                    "\(first + 1)|1|0|–|0|1|0|0|0|0 %|–", "\(first)|3|2|1:00|2|2|0|0|0|0 %|–",
                ])
            #expect(try rows("Retention", in: page) == ["\(first)|2|50 %|–|–"])
            #expect(page.text.contains("<svg class=\"chart\""))
            let tests = try await browser.get("\(Self.room)?devices=test")
            #expect(try rows("By day", in: tests).map { $0.hasPrefix("\(first)|1|") } == [true])
            let file = try await browser.get("\(Self.room).csv?table=retention")
            #expect(file.text.contains("\"\(first)\",2,0.5,\"\",\"\""), "\(file.text)")
        }
    }

    @Test func `units are counted by themselves and by day, and clicks against opens and impressions`() async throws {
        let portal = try await filled()
        for _ in 0..<4 { try await record(.opened, in: portal) }
        for name in [PlacementEventName.answered, .shown, .shown, .clicked] {
            try await record(name, unit("a"), in: portal)
        }
        try await record(.dismissed, unit("a").merging(["reason": "close"]) { $1 }, in: portal)
        try await record(
            .rewardUnlocked, unit("gone", "reward").merging(["reward": "coins", "quantity": 5]) { $1 }, in: portal)
        let day = Day(portal.clock.now)
        try await portal.signedIn { browser in
            let page = try await browser.get("\(Self.room)/units")
            #expect(
                try rows("By unit", in: page) == [
                    "First &lt;b&gt;|1|2|1|50 %|25 %|1|0|0|0", "gone|0|0|0|–|0 %|0|0|1|0",
                ])
            #expect(try rows("Rewards", in: page) == ["coins|gone|1|5"])
            #expect(!page.text.contains("<svg class=\"chart\""))
            let one = try await browser.get("\(Self.room)/units?unit=a")
            #expect(try rows("By day and unit", in: one) == ["\(day)|a|First &lt;b&gt;|1|2|1|50 %|25 %|1|0|0|0"])
            #expect(one.text.contains("<svg class=\"chart\"") && one.text.contains("Only “First &lt;b&gt;”"))
            let file = try await browser.get("\(Self.room)/units.csv?table=days")
            #expect(file.text.contains("\"\(day)\",\"a\",\"First <b>\",1,2,1,0.5,0.25,1,0,0,0"), "\(file.text)")
        }
    }

    @Test func `an offer is followed from its showing to what it brings`() async throws {
        let portal = try await filled()
        for name in [PlacementEventName.shown, .shown, .purchaseTried] {
            try await record(name, unit("sword", "purchase"), in: portal)
        }
        for resolution in ["buy", "cancel", "failure"] {
            try await record(
                .purchaseReported, ["unit": "sword", "product": "p", "resolution": .text(resolution)], of: "x",
                in: portal)
        }
        let price = TrackedPurchase.Price(milliunits: 1990, currency: "EUR")
        _ = try await portal.platform.purchases.record(
            TrackedPurchase(install: "x", product: "p", price: price, unit: "sword"), app: TestPortal.app)
        try await portal.signedIn { browser in
            let page = try await browser.get("\(Self.room)/offers")
            #expect(try rows("From the offer", in: page) == ["Sword|2|1|1|1|1|0|1|50 %"])
            #expect(try rows("Revenue by unit", in: page) == ["Sword|EUR|0.00|1.99|0.00|1"])
            portal.clock.advance(by: .seconds(86_401))
            try await browser.signIn()
            let later = try await browser.get("\(Self.room)/offers")
            #expect(try rows("From the offer", in: later) == ["Sword|2|1|1|1|1|1|0|50 %"], "unresolved after a day")
        }
    }

    @Test func `a cookie that names no unit adds no row to the revenue by unit`() async throws {
        let portal = try await filled()
        let price = TrackedPurchase.Price(milliunits: 1990, currency: "EUR")
        let sentence = "Some purchases have a cookie that names no unit of this app."
        try await portal.signedIn { browser in
            for (unit, isNamed) in [("sword", true), ("order 17", false)] {
                _ = try await portal.platform.purchases.record(
                    TrackedPurchase(install: "x", product: "p", price: price, unit: unit), app: TestPortal.app)
                let page = try await browser.get("\(Self.room)/offers")
                #expect(try rows("Revenue by unit", in: page) == ["Sword|EUR|0.00|1.99|0.00|1"])
                #expect(page.text.contains(sentence) == !isNamed)
            }
        }
    }

    @Test func `a report of one placement says that revenue is that of all`() async throws {
        let portal = try await filled()
        let price = TrackedPurchase.Price(milliunits: 1990, currency: "EUR")
        _ = try await portal.platform.purchases.record(
            TrackedPurchase(install: "x", product: "p", price: price, unit: "sword"), app: TestPortal.app)
        try await portal.signedIn { browser in
            for path in PlacementReportPath.allCases {
                let counts = [PlacementReportPath.offers, .purchases, .value].contains(path)
                for query in ["", "?placement=start"] {
                    let page = try await browser.get(path.address + query).text
                    let sentence = "Revenue and lists of purchases are those of all placements"
                    #expect(page.contains(sentence) == (counts && !query.isEmpty), "\(path)\(query)")
                }
            }
        }
    }

    @Test func `purchases are listed with what is known of them, filtered by status, and all in the file`() async throws
    {
        let portal = try await TestPortal()
        let purchases = portal.platform.purchases
        let price = TrackedPurchase.Price(milliunits: 990, currency: "USD")
        for number in 0..<51 {
            _ = try await purchases.record(
                TrackedPurchase(install: "gid-\(number)", product: "=coins", price: price), app: TestPortal.app)
        }
        _ = try await purchases.record(
            TrackedPurchase(install: "phone", product: "sword", price: price, receipt: Data("x".utf8)),
            app: TestPortal.app)
        let pending = try #require(try await purchases.claimDue(.older, app: "demo", at: portal.clock.now))
        _ = try await purchases.settle(pending, as: .refused(.foreignApp, nil))
        try await portal.signedIn { browser in
            let page = try await browser.get("\(Self.room)/purchases")
            #expect(try rows("Purchases", in: page).count == 50 && page.text.contains("Earlier purchases"))
            let refused = try await browser.get("\(Self.room)/purchases?status=refused")
            let row = try #require(try rows("Purchases", in: refused).first)
            #expect(row.hasSuffix("|1 × sword|buy|0.99 USD|Refused|foreign app||phone"), "\(row)")
            let end = try #require(page.text.range(of: ">Earlier purchases</a>"))
            let start = try #require(page.text[..<end.lowerBound].range(of: "href=\"", options: .backwards))
            let next = String(page.text[start.upperBound...].prefix { $0 != "\"" }).replacing("&amp;", with: "&")
            let second = try await browser.get(next)
            #expect(try rows("Purchases", in: second).count == 2)
            #expect(!second.text.contains("before"), "another filter begins with the latest again")
            let file = try await browser.get("\(Self.room)/purchases.csv?status=unverified")
            #expect(file.text.split(separator: "\r\n").count == 52 && file.text.contains("\"'=coins\",1,\"buy\",0.99"))
        }
    }

    @Test func `unverified purchases count in lifetime value on demand, and sandbox ones never`() async throws {
        let portal = try await TestPortal()
        let purchases = portal.platform.purchases
        for install in ["a", "b", "c", "d"] { try await record(.opened, of: install, in: portal) }
        func sell(_ install: String, _ id: String, _ verdict: (StoreTransaction) -> PurchaseVerdict) async throws {
            _ = try await purchases.record(
                TrackedPurchase(
                    install: install, product: "p", price: .init(milliunits: 4000, currency: "USD"),
                    receipt: Data(id.utf8)), app: TestPortal.app)
            let pending = try #require(try await purchases.claimDue(.older, app: "demo", at: portal.clock.now))
            let sold = StoreTransaction(
                id: id, originalID: id, bundleID: "b", product: "p", quantity: 1, environment: .production,
                purchased: portal.clock.now)
            _ = try await purchases.settle(pending, as: verdict(sold))
        }
        try await sell("a", "1") { .valid([$0]) }
        try await sell("b", "2") { .refused(.sandbox, $0) }
        _ = try await purchases.record(
            TrackedPurchase(install: "c", product: "p", price: .init(milliunits: 2000, currency: "USD")),
            app: TestPortal.app)
        try await portal.signedIn { browser in
            let page = try await browser.get("\(Self.room)/value")
            #expect(try rows("By currency", in: page) == ["USD|4.00|2.00|0.00|1|1"])
            #expect(try rows("Lifetime value", in: page) == ["USD|4.00|4|1.00|1|4.00"])
            let all = try await browser.get("\(Self.room)/value?counted=all")
            #expect(try rows("Lifetime value", in: all) == ["USD|6.00|4|1.50|2|3.00"])
        }
    }

    @Test(arguments: [(0, "–"), (1, "–"), (2, "3.00"), (3, "2.00")])
    func `a lifetime value per install needs as many opened installs as there are payers`(
        _ opened: Int, _ value: String
    ) async throws {
        let portal = try await TestPortal()
        for number in 0..<opened { try await record(.opened, of: "opener-\(number)", in: portal) }
        for install in ["a", "b"] {
            _ = try await portal.platform.purchases.record(
                TrackedPurchase(install: install, product: "p", price: .init(milliunits: 3000, currency: "USD")),
                app: TestPortal.app)
        }
        try await portal.signedIn { browser in
            let page = try await browser.get("\(Self.room)/value?counted=all")
            #expect(try rows("Lifetime value", in: page) == ["USD|6.00|\(opened)|\(value)|2|3.00"])
        }
    }

    @Test func `amounts are converted with the rate of their day, and those without one stand unconverted`()
        async throws
    {
        let portal = try await TestPortal()
        let today = Day(portal.clock.now)
        for (currency, milliunits) in [("EUR", 1000), ("GBP", 500), ("USD", 10)] as [(String, Int64)] {
            _ = try await portal.platform.purchases.record(
                TrackedPurchase(install: "a", product: "p", price: .init(milliunits: milliunits, currency: currency)),
                app: TestPortal.app)
        }
        try await portal.signedIn { browser in
            _ = try await browser.get("\(Self.room)/value")
            let stored = try await browser.post(
                "\(Self.room)/rates", ["target": "USD", "rates": "\(today),EUR,1.5\r\n\(today + -1), GBP ,2\r\n"])
            let days = "from=\(today + -29)&through=\(today)"
            #expect(stored.location == "\(Self.room)/value?\(days)&into=USD&done=rates")
            let page = try await browser.get(stored.location)
            #expect(page.text.contains("<dt>Unverified in USD</dt><dd>1.51 <small>2 purchases"), "\(page.text)")
            #expect(try rows("Without a rate", in: page) == ["GBP|0.00|0.50|0.00|0|1"])
            #expect(try rows("Rates into USD", in: page) == ["\(today)|EUR|1.5", "\(today + -1)|GBP|2"])
            // The days of the page stay, and so does what was typed.
            let chosen = [
                "from": "\(today + -6)", "through": "\(today)", "counted": "all", "target": "USD",
                "rates": "\(today),EUR,1.25\nwrong",
            ]
            let refusal = try await browser.post("\(Self.room)/rates", chosen)
            #expect(refusal.status == .badRequest && refusal.text.contains("<title>Error: Revenue ·"))
            #expect(refusal.text.contains("<a href=\"#rates-text\">Rates</a>: Line 2, “wrong”, is not a day"))
            #expect(refusal.text.contains(">\(today),EUR,1.25\nwrong</textarea>"))
            #expect(refusal.values("from") == ["\(today + -6)"] && refusal.values("counted") == ["all"])
            let right = chosen.merging(["rates": "\(today),EUR,1.25"]) { $1 }
            let mended = try await browser.post("\(Self.room)/rates", right)
            #expect(
                mended.location
                    == "\(Self.room)/value?counted=all&from=\(today + -6)&through=\(today)&into=USD&done=rates")
            let far = try await browser.post("\(Self.room)/rates", ["target": "USD", "rates": "9999-01-01,EUR,1"])
            #expect(far.status == .badRequest && far.text.contains("9999-01-01,EUR,1</textarea>"))
            for wrong in [
                "\(today),EUR", "\(today),USD,1", "yesterday,EUR,1", "\(today),EUR,0", "\(today),EUR,1e3", "",
            ] {
                let refused = try await browser.post("\(Self.room)/rates", ["target": "USD", "rates": wrong])
                #expect(refused.status == .badRequest, "\(wrong)")
            }
            #expect(
                try await browser.post("\(Self.room)/rates", ["target": "usd", "rates": "\(today),EUR,1"]).status
                    == .badRequest)
        }
    }

    @Test func `opens of lists with a badge stand beside those without one`() async throws {
        let portal = try await filled()
        for hasValue in [true, true, false, false, false, false] {
            try await record(.badgeAnswered, ["placement": "start", "badge": .truth(hasValue)], in: portal)
        }
        try await record(.shown, unit("list", "moreGames", badge: true), in: portal)
        try await record(.shown, unit("list", "moreGames"), in: portal)
        try await portal.signedIn { browser in
            let page = try await browser.get("\(Self.room)/badges")
            #expect(try rows("By placement", in: page) == ["start|2|1|50 %|4|1|25 %"])
            #expect(page.text.contains("<dt>Uplift</dt><dd>+100 %"))
            // A list that has no badge says nothing about that of another placement.
            let other = unit("list", "moreGames").merging(["placement": "bare"]) { $1 }
            for _ in 0..<20 { try await record(.shown, other, in: portal) }
            #expect(try await browser.get("\(Self.room)/badges").text.contains("<dt>Uplift</dt><dd>+100 %"))
            for hasValue in [true, false] {
                try await record(.badgeAnswered, ["placement": "bare", "badge": .truth(hasValue)], in: portal)
            }
            let two = try await browser.get("\(Self.room)/badges").text
            #expect(two.contains("<dt>Uplift of start</dt><dd>+100 %"))
            #expect(two.contains("<dt>Uplift of bare</dt><dd>−100 %"))
        }
    }

    @Test func `two units of one priority are compared, with a warning while the figures do not suffice`() async throws
    {
        let portal = try await filled()
        @Sendable func show(_ id: String, _ impressions: Int, clicks: Int) async throws {
            let scope = try Scope(app: TestPortal.app)
            let events = (0..<impressions).map { _ in
                ServerEvent(
                    PlacementEventName.shown.rawValue, of: "gid", scope: scope, key: UUID().uuidString,
                    made: portal.clock.now, properties: unit(id))
            }
            #expect(await portal.collector.serverEvents.record(events).isEmpty)
            for _ in 0..<clicks { try await record(.clicked, unit(id), in: portal) }
            while try await portal.collector.folding.foldOnce() {}
        }
        try await show("a", 100, clicks: 10)
        try await show("b", 99, clicks: 40)
        try await portal.signedIn { browser in
            let page = try await browser.get("\(Self.room)/comparison")
            #expect(page.text.contains("the sample is too small for a decision"))
            #expect(try rows("Clicks per impression", in: page).last?.hasSuffix("|too few figures") == true)
            try await show("b", 1, clicks: 0)
            let enough = try await browser.get("\(Self.room)/comparison?place=start&goal=clicks")
            #expect(!enough.text.contains("the sample is too small"))
            #expect(
                try rows("Clicks per impression", in: enough) == [
                    "First &lt;b&gt;|100|10|10 %|–|–|", "Second|100|40|40 %|+30|+18.3 to +40.8|better",
                ])
            let rewards = try await browser.get("\(Self.room)/comparison?goal=rewards")
            #expect(try rows("Rewards per impression", in: rewards).last?.hasSuffix("|too few figures") == true)
            // Of three pairs, each interval is wider.
            let store = portal.platform.placements
            let third = ContentUnitRecord(
                app: TestPortal.app, id: "c", name: "Third", kind: .announcement, isPaused: true)
            _ = try await store.create(third, by: "Ann")
            var place = try #require(try await store.placement("start", app: TestPortal.app))
            place.units.append(.init(unit: "c", priority: 1))
            _ = try await store.update(place, expectedVersion: place.version, by: "Ann")
            let three = try await browser.get("\(Self.room)/comparison?place=start&goal=clicks")
            #expect(try rows("Clicks per impression", in: three)[1] == "Second|100|40|40 %|+30|+15.6 to +43|better")
        }
    }

    @Test func `days on which one of two units was not shown do not count in their comparison`() async throws {
        let portal = try await filled()
        for (ids, shown, clicked) in [(["a"], 5, 5), (["a", "b"], 4, 2), (["b"], 3, 0)] {
            for id in ids {
                for _ in 0..<shown { try await record(.shown, unit(id), in: portal) }
                for _ in 0..<clicked { try await record(.clicked, unit(id), in: portal) }
            }
            portal.clock.advance(by: .seconds(86_400))
        }
        try await portal.signedIn { browser in
            let page = try await browser.get("\(Self.room)/comparison")
            let shares = try rows("Clicks per impression", in: page).map { $0.split(separator: "|").prefix(4) }
            #expect(shares == [["First &lt;b&gt;", "4", "2", "50 %"], ["Second", "4", "2", "50 %"]])
        }
    }

    @Test(arguments: [(3, 3, false), (5, 10, false), (6, 10, true)])
    func `each unit of a turn is compared with each other one, up to ten pairs`(
        _ units: Int, _ pairs: Int, _ isCut: Bool
    ) async throws {
        let portal = try await TestPortal()
        let placements = portal.platform.placements
        let ids = ["a", "b", "c", "d", "e", "f"].prefix(units)
        for id in ids {
            let unit = ContentUnitRecord(
                app: TestPortal.app, id: id, name: "Unit \(id)", kind: .announcement, isPaused: true)
            _ = try await placements.create(unit, by: "Ann")
        }
        _ = try await placements.create(
            PlacementRecord(
                app: TestPortal.app, tag: "turn", name: "Turn", units: ids.map { .init(unit: $0, priority: 1) }),
            by: "Ann")
        try await portal.signedIn { browser in
            let page = try await browser.get("\(Self.room)/comparison")
            let names = try rows("Clicks per impression", in: page).map { $0.prefix { $0 != "|" } }
            #expect(names.count == 2 * pairs)
            #expect(names.prefix(4) == ["Unit a", "Unit b", "Unit a", "Unit c"])
            #expect(page.text.contains("The first 10 are compared.") == isCut)
        }
    }

    @Test func `clicks of lists are not compared, because one impression can have several`() async throws {
        let portal = try await TestPortal()
        let placements = portal.platform.placements
        let game: JSONValue = .record(["title": .text("Huts"), "url": .text("https://store.example/huts")])
        for id in ["one", "two"] {
            let unit = ContentUnitRecord(
                app: TestPortal.app, id: id, name: id, kind: .moreGames,
                document: UnitDocument(["items": .list([game])]))
            _ = try await placements.create(unit, by: "Ann")
        }
        let units = ["one", "two"].map { PlacementRecord.Entry(unit: $0, priority: 1) }
        _ = try await placements.create(
            PlacementRecord(app: TestPortal.app, tag: "more", name: "More", units: units), by: "Ann")
        try await portal.signedIn { browser in
            let clicks = try await browser.get("\(Self.room)/comparison?goal=clicks").text
            #expect(clicks.contains("one and two: a player can tap several games"))
            #expect(clicks.contains("No two units can be compared."))
            #expect(
                try await !browser.get("\(Self.room)/comparison?goal=rewards").text.contains("can tap several games"))
        }
    }

    @Test func `purchases are compared where the units were shown, and not over all placements`() async throws {
        let portal = try await filled()
        for id in ["a", "b"] {
            for _ in 0..<2 { try await record(.shown, unit(id), in: portal) }
        }
        for (id, place) in [("a", "start"), ("b", "start"), ("b", "start"), ("a", "shop"), ("a", nil)] {
            var purchase: [String: Event.Value] = ["unit": .text(id), "product": "p", "resolution": "buy"]
            purchase["placement"] = place.map { .text($0) }
            try await record(.purchaseReported, purchase, in: portal)
        }
        try await portal.signedIn { browser in
            let page = try await browser.get("\(Self.room)/comparison?goal=purchases")
            let shares = try rows("Purchases per impression", in: page).map { $0.split(separator: "|").prefix(4) }
            #expect(shares == [["First &lt;b&gt;", "2", "1", "50 %"], ["Second", "2", "2", "100 %"]])
        }
    }
}
