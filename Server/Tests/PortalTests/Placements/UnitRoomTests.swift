import Decisioning
import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// The pages of content units (PLC-006, PLC-057, PLC-066, PLC-137).
@Suite(.timeLimit(.minutes(10))) struct UnitRoomTests {
    private static let units = "/portal/placements/units"

    private static let examples:
        [(ContentUnitRecord.Kind, fields: [String: String], member: String, value: JSONValue)] = [
            (
                .announcement, ["d.title": "News", "d.message": "Ten rooms.", "d.url": "https://a.example/"], "message",
                .text("Ten rooms.")
            ),
            (
                .image,
                [
                    "d.image.PH_PORTRAIT.url": "https://a.example/p.png", "d.image.PH_PORTRAIT.w": "320",
                    "d.image.PH_PORTRAIT.h": "480",
                ],
                "image",
                .record([
                    "PH_PORTRAIT": .record([
                        "url": .text("https://a.example/p.png"), "w": .integer(320), "h": .integer(480),
                    ])
                ])
            ),
            (
                .moreGames,
                [
                    "items.count": "3", "items.1.title": "Second", "items.1.url": "https://a.example/2",
                    "items.1.place": "2",
                    "items.2.title": "First", "items.2.url": "https://a.example/1", "items.2.place": "1",
                    "items.2.excluded": "1",
                ], "items",
                .list([
                    .record(["title": .text("First"), "url": .text("https://a.example/1"), "excluded": .truth(true)]),
                    .record(["title": .text("Second"), "url": .text("https://a.example/2")]),
                ])
            ),
            (
                .purchase, ["d.title": "Coins", "d.product": "org.example.coins", "d.quantity": "3"], "quantity",
                .integer(3)
            ),
            (.reward, ["d.title": "A gift", "d.reward": "gold_2", "d.quantity": "5"], "reward", .text("gold_2")),
            (
                .form,
                [
                    "d.title": "Tell us", "fields.count": "1", "fields.1.id": "color", "fields.1.label": "Which?",
                    "fields.1.choices": "dark, or red\r\nblue\r\n", "fields.1.required": "1",
                ], "fields",
                .list([
                    .record([
                        "id": .text("color"), "label": .text("Which?"),
                        "choices": .list([.text("dark, or red"), .text("blue")]),
                        "required": .truth(true),
                    ])
                ])
            ),
        ]

    private func create(_ kind: ContentUnitRecord.Kind, _ browser: Browser) async throws {
        let page = try await browser.post(Self.units, ["kind": kind.rawValue, "name": "My Unit"])
        #expect(page.location == "\(Self.units)/my-unit?done=created")
        _ = try await browser.get("\(Self.units)/my-unit")
    }

    private func unit(_ portal: TestPortal, _ id: String = "my-unit") async throws -> ContentUnitRecord {
        try #require(try await portal.platform.placements.unit(id, app: TestPortal.app))
    }

    @Test(arguments: 0..<6)
    func `each kind has an editor, and starts once it has what it needs`(_ index: Int) async throws {
        let (kind, fields, member, value) = Self.examples[index]
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            try await create(kind, browser)
            let empty = try await browser.get("\(Self.units)/my-unit")
            #expect(empty.text.contains("It cannot start yet") && empty.text.contains("Not complete"))
            let early = try await browser.post(
                "\(Self.units)/my-unit", ["name": "My Unit", "version": "1", "do": "start"])
            #expect(early.status == .badRequest && early.text.contains("the unit was not started."))
            let saved = try await browser.post(
                "\(Self.units)/my-unit", fields.merging(["name": "My Unit", "version": "1"]) { $1 })
            #expect(saved.location == "\(Self.units)/my-unit?done=saved", "\(saved.text)")
            #expect(try await unit(portal).document[member] == value)
            let started = try await browser.post(
                "\(Self.units)/my-unit", fields.merging(["name": "My Unit", "version": "2", "do": "start"]) { $1 })
            #expect(started.location.hasSuffix("done=started"))
            #expect(try await browser.get("\(Self.units)/my-unit").text.contains(">Running</span>"))
        }
        #expect(try await !unit(portal).isPaused)
    }

    @Test func `a schedule, conditions and caps are kept as they were typed`() async throws {
        let portal = try await TestPortal()
        let fields = [
            "name": "My Unit", "version": "1", "starts": "2026-03-01T09:00", "ends": "2026-04-01T09:00",
            "zone": "Europe/Berlin",
            "hours.count": "2", "hours.1.2": "1", "hours.1.7": "1", "hours.1.start": "18:00", "hours.1.end": "00:00",
            "conditions.count": "4", "conditions.1.attribute": "country", "conditions.1.test": "oneOf",
            "conditions.1.value": "DE, FR", "conditions.2.attribute": "spend.USD", "conditions.2.test": "atLeast",
            "conditions.2.value": "9.99", "conditions.3.attribute": "hardware", "conditions.3.test": "noneOf",
            "conditions.3.value": "iPhone14,2\r\niPad13,4\r\n", "caps.count": "1", "caps.1.limit": "2",
            "caps.1.scope": "device",
            "caps.1.seconds": "86400", "store": "1", "weight": "3", "valid": "600", "closeDelay": "7",
        ]
        try await portal.signedIn { browser in
            try await create(.announcement, browser)
            let saved = try await browser.post("\(Self.units)/my-unit", fields)
            #expect(saved.location.hasSuffix("done=saved"), "\(saved.text)")
            let page = try await browser.get("\(Self.units)/my-unit").text
            for (name, value) in fields
            where !["version", "name"].contains(name) && !name.hasSuffix("count") && value.count > 2 {
                let value = value.replacing(", ", with: "\n").replacing("\r\n", with: "\n")
                    .trimmingCharacters(in: .whitespacesAndNewlines)
                #expect(page.contains(value), "\(name)")
            }
        }
        let rules = try await unit(portal).rules
        #expect(rules.timeZone == "Europe/Berlin" && rules.capabilities == ["store"])
        #expect(rules.hours == [.init(weekdays: [2, 7], start: 1080, end: 1440)])
        #expect(
            rules.conditions == [
                .init(attribute: "country", test: .oneOf, values: ["DE", "FR"]),
                .init(attribute: "spend.USD", test: .atLeast, bound: 9.99),
                .init(attribute: "hardware", test: .noneOf, values: ["iPhone14,2", "iPad13,4"]),
            ])
        #expect(rules.caps == [.init(limit: 2, scope: .device, seconds: 86_400)])
        #expect(try await unit(portal).validSeconds == 600)
    }

    @Test func `what cannot be read stands beside its field, and what was typed stays`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            try await create(.reward, browser)
            let page = try await browser.post(
                "\(Self.units)/my-unit",
                [
                    "name": "My Unit", "version": "1", "d.title": "A gift", "d.reward": "Gold!", "d.quantity": "many",
                    "zone": "Mars/Olympus", "starts": "soon", "closeDelay": "0",
                    "conditions.1.attribute": "custom.level",
                    "conditions.1.test": "atLeast", "conditions.1.value": "high", "hours.count": "1",
                    "hours.1.start": "09:00", "conditions.count": "4", "conditions.2.value": "DE", "caps.count": "1",
                    "conditions.3.attribute": "Country", "conditions.3.test": "noneOf", "conditions.3.value": "DE",
                    "conditions.4.attribute": "country", "conditions.4.test": "atLeast", "conditions.4.value": "1",
                    "caps.1.seconds": "60",
                ])
            #expect(page.status == .badRequest)
            for text in [
                "a-z, 0-9 and _", "A whole number from 1 to 1,000,000.", "There is no time zone of this name.",
                "takes a date and a time", "The comparison takes a number", "Times have days", "Gold!", "Mars/Olympus",
                "A condition has an attribute", "There is no attribute “Country”", "“country” is a text",
                "A cap has a number of showings.",
                "A number of seconds from 0.1 to 3600",
            ] { #expect(page.text.contains(text), "\(text)") }
        }
        #expect(try await unit(portal).version == 1)
    }

    @Test func `one more row keeps what was typed, and saves nothing`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            try await create(.moreGames, browser)
            let page = try await browser.post(
                "\(Self.units)/my-unit",
                ["name": "My Unit", "version": "1", "more": "items", "items.count": "1", "items.1.title": "Cairns"])
            #expect(page.status == .ok && page.text.contains("Cairns") && page.text.contains("Game 4"))
            #expect(!page.text.contains("Game 5"))
        }
        #expect(try await unit(portal).version == 1)
    }

    @Test(arguments: [
        ("kind", ["kind": "none", "name": "Snow"], "Choose what the unit shows."),
        ("unit-name", ["kind": "reward", "name": String(repeating: "ü", count: 150)], "This one has 300."),
        ("unit-name", ["kind": "reward", "name": " "], "A name is needed."),
        ("unit-id", ["kind": "reward", "name": "Snow", "id": "Größe"], "An id has 1 to 64"),
    ])
    func `a unit that cannot be created leaves its form as it was typed`(
        _ field: String, _ fields: [String: String], _ sentence: String
    ) async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let page = try await browser.post(Self.units, fields)
            #expect(page.status == .badRequest && page.text.contains("<title>Error: Content units ·"))
            #expect(page.text.contains("<li><a href=\"#\(field)\">") && page.text.contains("id=\"\(field)\""))
            #expect(page.text.components(separatedBy: sentence).count == 3, "above the list and beside the field")
            for value in [fields["name"], fields["id"]].compactMap(\.self) where value != " " {
                #expect(page.text.contains("value=\"\(value)\""), "\(value)")
            }
            #expect(page.text.contains("<option value=\"reward\" selected>") == (fields["kind"] == "reward"))
            let list = try await browser.get(Self.units)
            #expect(list.text.contains("There are no content units."))
        }
    }

    @Test func `an id is made of any name`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            _ = try await browser.get(Self.units)
            // A letter with a mark that has no letter of its own, and an id of the greatest length from a name, which is taken.
            for (name, id, made) in [
                ("Q\u{301}uelle im Schnee", "", "uelle-im-schnee"),
                ("One", String(repeating: "a", count: 56), String(repeating: "a", count: 56)),
                (String(repeating: "a", count: 64), "", String(repeating: "a", count: 56) + "-2"),
            ] {
                let page = try await browser.post(Self.units, ["kind": "reward", "name": name, "id": id])
                #expect(page.location == "\(Self.units)/\(made)?done=created", "\(page.text)")
            }
            let taken = try await browser.post(Self.units, ["kind": "reward", "name": "Two", "id": "uelle-im-schnee"])
            #expect(taken.status == .badRequest && taken.text.contains("A unit has this id, or had it."))
        }
    }

    @Test func `starting stores what was typed, and scripts know which fields are not stored`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            try await create(.announcement, browser)
            let fields = ["name": "Typed", "version": "1", "d.title": "News", "d.message": "Hello"]
            let fresh = try await browser.get("\(Self.units)/my-unit").text
            #expect(fresh.contains("data-unsaved=\"") && !fresh.contains("data-typed"))
            #expect(fresh.contains("<button name=\"do\" value=\"start\">Save and start</button>"))
            let wrong = try await browser.post(
                "\(Self.units)/my-unit", fields.merging(["do": "start", "weight": "0"]) { $1 })
            #expect(wrong.status == .badRequest && wrong.text.contains("A weight is a whole number"))
            #expect(wrong.text.contains("data-typed") && wrong.text.contains("value=\"Typed\""))
            #expect(try await unit(portal).version == 1)
            let started = try await browser.post("\(Self.units)/my-unit", fields.merging(["do": "start"]) { $1 })
            #expect(started.location.hasSuffix("done=started"), "\(started.text)")
            // One rule asks before text is lost, for articles too.
            let script = try await browser.get("/portal/assets/portal.js").text
            #expect(script.contains("beforeunload") && script.contains("marked(\"unsaved\")"))
            #expect(try await !browser.get("/portal/assets/content.js").text.contains("beforeunload"))
            let article = try await browser.get("/portal/articles/new?hub=news&channel=cars").text
            #expect(article.contains("data-unsaved=\"") && !article.contains("data-typed"))
        }
        let stored = try await unit(portal)
        #expect(stored.name == "Typed" && !stored.isPaused)
    }

    @Test(arguments: [
        ("", "", true, true, "Saved. The unit is paused."), ("", "", true, false, "It is in no placement yet."),
        ("", "", false, true, "Saved. It counts from the next request on."),
        ("", "", false, false, "Saved. It is in no placement yet."),
        ("2100-01-01T00:00", "", false, true, "Saved. The unit starts on 1 Jan 2100, 00:00 UTC."),
        ("", "2026-01-01T00:00", false, true, "Saved. The unit ended on 1 Jan 2026, 00:00 UTC."),
    ])
    func `what a page says after a save holds`(
        _ starts: String, _ ends: String, _ isPaused: Bool, _ isPlaced: Bool, _ sentence: String
    ) async throws {
        let portal = try await TestPortal()
        let placements = portal.platform.placements
        let news = UnitDocument(["title": .text("News"), "message": .text("Hello")])
        _ = try await placements.create(
            ContentUnitRecord(
                app: TestPortal.app, id: "my-unit", name: "My Unit", kind: .announcement, document: news,
                isPaused: isPaused), by: "Ann")
        _ = try await placements.create(
            PlacementRecord(
                app: TestPortal.app, tag: "start", name: "Start",
                units: isPlaced ? [.init(unit: "my-unit", priority: 1)] : []), by: "Ann")
        try await portal.signedIn { browser in
            let saved = try await browser.post(
                "\(Self.units)/my-unit",
                [
                    "name": "My Unit", "version": "1", "d.title": "News", "d.message": "Hello", "starts": starts,
                    "ends": ends,
                ])
            let page = try await browser.get(saved.location).text
            #expect(page.contains(sentence), "\(page)")
            #expect(page.contains("counts from the next request on") == sentence.contains("counts"))
        }
    }

    @Test func `two people who save at a time are told, and nothing is lost silently`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            try await create(.announcement, browser)
            _ = try await browser.post("\(Self.units)/my-unit", ["name": "First", "version": "1"])
            let late = try await browser.post("\(Self.units)/my-unit", ["name": "Second", "version": "1"])
            #expect(late.status == .conflict && late.text.contains("Somebody else changed this unit"))
            #expect(late.text.contains("Second"))
        }
        #expect(try await unit(portal).name == "First")
    }

    @Test func `a unit is copied, paused, and deleted after a page that says what goes`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            try await create(.announcement, browser)
            _ = try await browser.post(
                "\(Self.units)/my-unit",
                ["name": "My Unit", "version": "1", "d.title": "News", "d.message": "Hello", "do": "start"])
            let copied = try await browser.post("\(Self.units)/my-unit/duplicate")
            #expect(copied.location == "\(Self.units)/my-unit-copy?done=duplicated")
            let paused = try await browser.post("\(Self.units)/my-unit/pause")
            #expect(paused.location.hasSuffix("done=paused"))
            _ = try await browser.post("/portal/placements", ["tag": "start", "name": "The start"])
            _ = try await browser.post("/portal/placements/places/start/units", ["unit": "my-unit"])
            let question = try await browser.get("\(Self.units)/my-unit/delete")
            #expect(question.text.contains("its turn in the placement “The start”"))
            #expect(try await browser.post("\(Self.units)/my-unit/delete").location == "\(Self.units)?done=deleted")
            let list = try await browser.get(Self.units).text
            #expect(list.contains("My Unit (copy)") && !list.contains("<code>my-unit</code>"))
            #expect(try await browser.get("\(Self.units)?search=nothing").text.contains("No unit has this name or id."))
            let again = try await browser.post(Self.units, ["kind": "announcement", "name": "My Unit"])
            #expect(again.location == "\(Self.units)/my-unit-2?done=created", "the deleted one keeps its figures")
        }
        let copy = try await unit(portal, "my-unit-copy")
        #expect(copy.isPaused && copy.document["title"] == .text("News"))
        #expect(try await portal.platform.placements.placement("start", app: TestPortal.app)?.units == [])
    }

    @Test(arguments: [
        // The clocks of Berlin go forward on 29 March 2026, and back on 25 October.
        ("2026-03", 28, true), ("2026-03", 29, true), ("2026-03", 30, false), ("2026-03", 27, false),
    ])
    func `a unit is on by the days of its own time zone`(_ month: String, _ day: Int, _ isOn: Bool) throws {
        var unit = ContentUnitRecord(app: "demo", id: "u", name: "u", kind: .announcement)
        unit.rules.timeZone = "Europe/Berlin"
        // From midnight of the 28th in Berlin, which is 23:00 of the 27th in UTC, to midnight of the 30th: 22:00 of the 29th.
        unit.starts = Timestamp(try Date("2026-03-27T23:00:00Z", strategy: .iso8601))
        unit.ends = Timestamp(try Date("2026-03-29T22:00:00Z", strategy: .iso8601))
        let calendar = UnitCalendar(month: try #require(CalendarMonth(month)))
        #expect(calendar.isOn(unit, day: day) == isOn)
        unit.isPaused = true
        #expect(!calendar.isOn(unit, day: day))
    }

    @Test func `hours that go past midnight belong to the next day too`() throws {
        var unit = ContentUnitRecord(app: "demo", id: "u", name: "u", kind: .announcement)
        // Saturday, 7 March 2026, from 22:00 to 02:00 of Sunday.
        unit.rules.hours = [.init(weekdays: [7], start: 1320, end: 120)]
        let calendar = UnitCalendar(month: try #require(CalendarMonth("2026-03")))
        #expect([6, 7, 8, 9].map { calendar.isOn(unit, day: $0) } == [false, true, true, false])
        #expect(!UnitCalendar.isAlwaysOn(unit))
    }

    @Test(arguments: [(20, nil), (21, "and 1 more")] as [(Int, String?)])
    func `the schedule says how many units that are on all the time it does not name`(
        _ count: Int, _ rest: String?
    ) async throws {
        let portal = try await TestPortal()
        let news = UnitDocument(["title": .text("News"), "message": .text("Hello")])
        for number in 1...count {
            let unit = ContentUnitRecord(
                app: TestPortal.app, id: "unit-\(number)", name: "Unit \(number)", kind: .announcement, document: news)
            _ = try await portal.platform.placements.create(unit, by: "Ann")
        }
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/placements/calendar").text
            #expect(page.contains(" more</a>") == (rest != nil))
            if let rest { #expect(page.contains("<a href=\"\(Self.units)\">\(rest)</a>")) }
        }
    }

    @Test func `the schedule names units by day, and those that are on all the time apart`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            for (name, starts) in [("Always", ""), ("Spring", "2026-03-10T00:00")] {
                _ = try await browser.post(Self.units, ["kind": "announcement", "name": name])
                let id = name.lowercased()
                _ = try await browser.post(
                    "\(Self.units)/\(id)",
                    [
                        "name": name, "version": "1", "starts": starts,
                        "ends": starts.isEmpty ? "" : "2026-03-12T00:00",
                        "d.title": "T", "d.message": "M", "do": "start",
                    ])
            }
            let month = try await browser.get("/portal/placements/calendar?month=2026-03").text
            #expect(month.contains("On all the time") && month.contains(">Always</a>"))
            // In the table and in the narrow list, for two days each.
            #expect(month.components(separatedBy: ">Spring</a>").count == 5)
            let other = try await browser.get("/portal/placements/calendar?month=2026-05").text
            #expect(other.contains("No unit with a schedule is on in this month."))
        }
    }
}
