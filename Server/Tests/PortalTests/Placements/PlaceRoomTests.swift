import Decisioning
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// The pages of placements: priority lists, reasons and answers (PLC-006, PLC-058, PLC-136).
@Suite(.timeLimit(.minutes(10))) struct PlaceRoomTests {
    private static let place = "/portal/placements/places/start"

    private func fill(_ portal: TestPortal, _ ids: [String] = ["a", "b", "c"]) async throws {
        let placements = portal.platform.placements
        for id in ids {
            var unit = ContentUnitRecord(
                app: TestPortal.app, id: id, name: "Unit \(id)", kind: .announcement,
                document: UnitDocument(["title": .text("News"), "message": .text("Hello")]))
            if id == "a" { unit.rules.conditions = [.init(attribute: "country", test: .oneOf, values: ["DE"])] }
            _ = try await placements.create(unit, by: "Ann")
        }
        _ = try await placements.create(
            PlacementRecord(
                app: TestPortal.app, tag: "start", name: "The start",
                units: ids.enumerated().map { .init(unit: $1, priority: $0 + 1) }), by: "Ann")
    }

    @Test(arguments: [
        (PlaceOrder.Change.up, "b", [["b"], ["a"], ["c"]]), (.up, "a", [["a"], ["b"], ["c"]]),
        (.down, "b", [["a"], ["c"], ["b"]]), (.down, "c", [["a"], ["b"], ["c"]]), (.join, "b", [["a", "b"], ["c"]]),
        (.join, "a", [["a"], ["b"], ["c"]]), (.part, "a", [["a"], ["b"], ["c"]]), (.remove, "b", [["a"], ["c"]]),
        (.up, "x", [["a"], ["b"], ["c"]]),
    ])
    func `units change their turns`(_ change: PlaceOrder.Change, _ unit: String, _ steps: [[String]]) {
        var order = PlaceOrder([
            .init(unit: "a", priority: 5), .init(unit: "b", priority: 7), .init(unit: "c", priority: 9),
        ])
        order.apply(change, to: unit)
        #expect(order.steps == steps)
        #expect(Set(order.units.map(\.priority)) == Set(1...steps.count))
    }

    @Test func `a unit that shares a turn gets one of its own again`() {
        var order = PlaceOrder([.init(unit: "a", priority: 1), .init(unit: "b", priority: 1)])
        order.apply(.part, to: "a")
        #expect(order.steps == [["b"], ["a"]])
        order.append("a")
        order.append("c")
        #expect(order.units.map(\.unit) == ["b", "a", "c"])
    }

    @Test func `a placement is made, ordered, renamed and deleted`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            #expect(try await browser.get("/portal/placements").text.contains("There are no placements."))
            try await fill(portal)
            let made = try await browser.post("/portal/placements", ["tag": "level_end"])
            #expect(made.location == "/portal/placements/places/level_end?done=created")
            let twice = try await browser.post("/portal/placements", ["tag": "level_end", "name": "Another end"])
            #expect(twice.status == .badRequest && twice.text.contains("There is a placement"))
            #expect(twice.text.contains("<li><a href=\"#tag\">Tag</a>: "))
            #expect(twice.text.contains("value=\"level_end\"") && twice.text.contains("value=\"Another end\""))
            let words = try await browser.post("/portal/placements", ["tag": "two words", "name": "Words"])
            #expect(words.status == .badRequest && words.text.contains("A tag has 1 to 80 letters"))
            #expect(words.text.contains("value=\"two words\"") && words.text.contains("value=\"Words\""))
            let long = String(repeating: "ü", count: 101)
            let name = try await browser.post("/portal/placements", ["tag": "ok", "name": long])
            #expect(name.status == .badRequest && name.text.contains("This one has 202."))
            #expect(name.text.contains("value=\"\(long)\""))
            _ = try await browser.post("\(Self.place)/units", ["do": "up", "unit": "c"])
            _ = try await browser.post("\(Self.place)/units", ["do": "join", "unit": "c"])
            let page = try await browser.get(Self.place).text
            #expect(page.contains("Move Unit b up") && page.contains("Give Unit a a turn of its own"))
            _ = try await browser.post(Self.place, ["name": "Start of a level", "badge": "3"])
            let stale = try await browser.post(Self.place, ["name": "Other", "badge": "", "version": "1"])
            #expect(stale.status == .conflict && stale.text.contains("Start of a level"))
            #expect(try await browser.get("\(Self.place)/delete").text.contains("the order of its 3 units"))
            _ = try await browser.post("/portal/placements/places/level_end/delete")
        }
        let places = try await portal.platform.placements.placements(app: TestPortal.app)
        #expect(places.map(\.tag) == ["start"] && places[0].name == "Start of a level" && places[0].badge == "3")
        #expect(places[0].units.map { "\($0.unit)\($0.priority)" } == ["a1", "c1", "b2"])
    }

    @Test func `name and badge stay as they were typed if they are refused`() async throws {
        let portal = try await TestPortal()
        try await fill(portal)
        try await portal.signedIn { browser in
            _ = try await browser.get(Self.place)
            let badge = String(repeating: "★", count: 8)
            let wrong = try await browser.post(Self.place, ["name": "", "badge": badge, "version": "1"])
            #expect(wrong.status == .badRequest && wrong.text.contains("value=\"\(badge)\""))
            #expect(wrong.text.contains("<li><a href=\"#name\">Name</a>: A name is needed.</li>"))
            #expect(wrong.text.contains("<a href=\"#badge\">Badge</a>: A badge has at most 20 bytes. This one has 24."))
            #expect(wrong.text.contains("data-typed") && wrong.text.contains("<h1>The start</h1>"))
            _ = try await browser.post(Self.place, ["name": "Theirs", "badge": "1", "version": "1"])
            let late = try await browser.post(Self.place, ["name": "Mine", "badge": "2", "version": "1"])
            #expect(late.status == .conflict && late.text.contains("What you typed is below"))
            #expect(late.text.contains("value=\"Mine\"") && late.text.contains("<h1>Theirs</h1>"))
            #expect(late.values("version").last == "2", "saving again replaces what they wrote")
        }
    }

    @Test func `what somebody else changed is deleted after a page that says so`() async throws {
        let portal = try await TestPortal()
        try await fill(portal, ["a"])
        try await portal.signedIn { browser in
            let unit = "/portal/placements/units/a"
            _ = try await browser.get("\(unit)/delete")
            _ = try await browser.post(
                unit, ["name": "Other", "version": "1", "d.title": "News", "d.message": "Hello"])
            let late = try await browser.post("\(unit)/delete", ["version": "1"])
            #expect(late.status == .conflict && late.text.contains("Delete the unit “Other”?"))
            #expect(late.text.contains("It is called “Other” now. Its state: Running."))
            #expect(late.values("version") == ["2"])
            _ = try await browser.post(Self.place, ["name": "Theirs", "badge": "", "version": "1"])
            let place = try await browser.post("\(Self.place)/delete", ["version": "1"])
            #expect(place.status == .conflict && place.text.contains("the order of its 1 unit<"))
            #expect(place.text.contains("It is called “Theirs” now, and has 1 unit."))
            #expect(try await browser.post("\(Self.place)/delete", ["version": "2"]).status == .seeOther)
            #expect(try await browser.post("\(unit)/delete", ["version": "2"]).status == .seeOther)
        }
    }

    @Test func `the page of reasons says why a device gets a unit, and counts nothing`() async throws {
        let portal = try await TestPortal()
        try await fill(portal)
        try await portal.signedIn { browser in
            let abroad = try await browser.get("\(Self.place)/why?country=FR").text
            #expect(abroad.contains(">Unit b</a></p>") && abroad.contains("for other devices: country is one of DE"))
            #expect(abroad.contains("behind b"))
            let home = try await browser.get("\(Self.place)/why?country=de").text
            #expect(home.contains(">Unit a</a></p>") && home.contains("behind a"))
            #expect(try await browser.get("/portal/placements/places/none/why").status == .notFound)
        }
    }

    @Test func `columns of answers are called by the questions, and by ids where texts are missing or the same`()
        async throws
    {
        let portal = try await TestPortal()
        let placements = portal.platform.placements
        let questions = [("color", "Which <color>?"), ("size", ""), ("home", "Where?"), ("work", "Where?")]
        let fields = questions.map { JSONValue.record(["id": .text($0.0), "label": .text($0.1)]) }
        let form = ContentUnitRecord(
            app: TestPortal.app, id: "ask", name: "Ask", kind: .form,
            document: UnitDocument(["title": .text("?"), "fields": .list(fields)]))
        _ = try await placements.create(form, by: "Ann")
        let given = FormSubmission(["color": "red", "home": "here"], unit: "ask", install: "phone")
        _ = try await placements.store(given, app: TestPortal.app)
        try await portal.signedIn { browser in
            let page = try await browser.get("/portal/placements/units/ask/answers").text
            let head = page.matches(of: /<th scope="col">([^<]*)</).map { String($0.1) }
            #expect(head == ["Time (UTC)", "Device", "Which &lt;color&gt;?", "size", "home", "work"])
            let file = try await browser.get("/portal/placements/units/ask/answers.csv").text
            #expect(file.contains("\"Which <color>?\",\"size\",\"home\",\"work\""), "\(file)")
        }
    }

    @Test func `answers of a form are listed and exported, those of devices that opted out without a device`()
        async throws
    {
        let portal = try await TestPortal()
        let placements = portal.platform.placements
        let form = ContentUnitRecord(
            app: TestPortal.app, id: "ask", name: "Ask", kind: .form,
            document: UnitDocument(["title": .text("?"), "fields": .list([.record(["id": .text("color")])])]))
        let made = try await placements.create(form, by: "Ann")
        try await portal.signedIn { browser in
            #expect(try await browser.get("/portal/placements/units/ask/answers").text.contains("Nobody has answered"))
            for (color, install) in [("<b>red", "phone"), ("=1+1", nil)] {
                let form = FormSubmission(["color": color], unit: "ask", install: install)
                _ = try await placements.store(form, app: TestPortal.app)
            }
            let page = try await browser.get("/portal/placements/units/ask/answers").text
            #expect(page.contains("&lt;b&gt;red") && page.contains("<code>phone</code>") && page.contains("opted out"))
            let file = try await browser.get("/portal/placements/units/ask/answers.csv").text
            #expect(file.contains("device") && file.contains("phone") && file.contains("red"))
            #expect(file.contains("'=1+1") && !file.contains(",=1+1"), "\(file)")
            #expect(!page.contains("Removed questions"))
            // The next person is asked more, and then these questions are removed.
            var longer = form
            let questions = ["age", "color", "size"].map { JSONValue.record(["id": .text($0)]) }
            longer.document = UnitDocument(["title": .text("?"), "fields": .list(questions)])
            let asked = try await placements.update(longer, expectedVersion: made.version, by: "Ann")
            let answers = ["size": "L", "color": "blue", "age": "7"]
            let given = FormSubmission(answers, unit: "ask", install: "b")
            _ = try await placements.store(given, app: TestPortal.app)
            _ = try await placements.update(form, expectedVersion: asked.version, by: "Ann")
            let later = try await browser.get("/portal/placements/units/ask/answers").text
            #expect(later.contains("Removed questions") && later.contains("<td>blue</td><td>age: 7\nsize: L</td>"))
            let all = try await browser.get("/portal/placements/units/ask/answers.csv").text
            #expect(all.contains("\"blue\",\"age: 7\nsize: L\""), "\(all)")
            #expect(try await browser.get("/portal/placements/units/other/answers").status == .notFound)
        }
    }
}
