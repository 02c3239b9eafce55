import Decisioning
import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// What the editor of a unit keeps, marks and removes (PLC-006, PLC-057).
@Suite(.timeLimit(.minutes(10))) struct UnitEditorTests {
    private static let address = "/portal/placements/units/my-unit"
    private static let news = ["title": JSONValue.text("News"), "message": .text("Ten rooms.")]
    private static let games = [
        JSONValue.record(["title": .text("One"), "url": .text("https://a.example/1"), "rating": .integer(5)]),
        .record(["title": .text("Two"), "url": .text("https://a.example/2")]),
    ]

    private static func unit(
        _ kind: ContentUnitRecord.Kind, _ members: [String: JSONValue], isPaused: Bool = false
    ) -> ContentUnitRecord {
        ContentUnitRecord(
            app: TestPortal.app, id: "my-unit", name: "My Unit", kind: kind, document: UnitDocument(members),
            isPaused: isPaused)
    }

    private func portal(with unit: ContentUnitRecord) async throws -> TestPortal {
        let portal = try await TestPortal()
        _ = try await portal.platform.placements.create(unit, by: "Ann")
        return portal
    }

    private func stored(_ portal: TestPortal) async throws -> ContentUnitRecord {
        try #require(try await portal.platform.placements.unit("my-unit", app: TestPortal.app))
    }

    @Test func `a unit that is saved unchanged stays as it is`() {
        var announcement = Self.unit(
            .announcement,
            Self.news.merging(["closeDelay": .number(2.5), "theme": .text("night")]) { $1 })
        announcement.starts = Timestamp(milliseconds: 1_790_000_012_345)
        announcement.rules.hours = [.init(weekdays: [2, 1], start: 0, end: 1440)]
        announcement.rules.conditions = [
            .init(attribute: "contact_lists", test: .oneOf, values: ["Friends, old and new", "Family"]),
            .init(attribute: "purchases", test: .atLeast, bound: 2), .init(attribute: "custom.level", test: .known),
        ]
        announcement.rules.capabilities = ["store", "video"]
        let icon = JSONValue.record(["url": .text("http://a.example/i.png"), "w": .integer(64), "h": .integer(64)])
        let pictured = [
            JSONValue.record(["title": .text("Three"), "image": icon]),
            .record(["title": .text("Four"), "image": .text("http://a.example/old.png")]),
        ]
        let moreGames = Self.unit(.moreGames, ["items": .list(Self.games + pictured)])
        let question = JSONValue.record([
            "id": .text("color"), "choices": .list([.text("dark, or red"), .text("blue")]), "required": .truth(true),
        ])
        let place = JSONValue.record(["x": .integer(0), "y": .integer(20), "w": .integer(300), "h": .number(0.5)])
        let image = Self.unit(
            .image, ["image": .record(["PH_PORTRAIT": icon]), "frame": .record(["PH_PORTRAIT": place])])
        // PLC-062: a program may give a name that the page refuses when it is typed.
        let reward = Self.unit(
            .reward, ["title": .text("A gift"), "reward": .text(" Münzen "), "quantity": .integer(5)])
        let form = Self.unit(.form, ["fields": .list([question])], isPaused: true)
        for unit in [announcement, moreGames, form, image, reward] {
            var reader = UnitReader(UnitValues.fields(of: unit), unit: unit, pictures: UnitPictures([], app: "demo"))
            let read = reader.read()
            let problems = reader.problems.filter { !$0.value.hasPrefix("Needed") }
            #expect(problems.isEmpty && read == unit, "\(problems) \(read)")
        }
    }

    @Test func `what the editor has no field for stays with its row, whatever somebody else does to the list`()
        async throws
    {
        let portal = try await portal(with: Self.unit(.moreGames, ["items": .list(Self.games)]))
        try await portal.signedIn { browser in
            let page = try await browser.get(Self.address).text
            let rest = "{&quot;rating&quot;:5,&quot;title&quot;:&quot;One&quot;"
            #expect(page.contains("name=\"items.1.stored\" value=\"\(rest)"), "\(page)")
            #expect(page.contains("items.2.stored") && !page.contains("items.3.stored"))
            var changed = try await stored(portal)
            changed.document = UnitDocument(["items": .list(Self.games.reversed())])
            _ = try await portal.platform.placements.update(changed, expectedVersion: 1, by: "Ben")
            var fields = [
                "name": "My Unit", "version": "1", "items.count": "2", "items.1.title": "First",
                "items.1.url": "https://a.example/1", "items.1.stored": #"{"rating":5,"title":"One"}"#,
                "items.2.title": "Two", "items.2.url": "https://a.example/2",
            ]
            let late = try await browser.post(Self.address, fields)
            #expect(late.status == .conflict && late.text.contains("&quot;rating&quot;:5"))
            fields["version"] = "2"
            #expect(try await browser.post(Self.address, fields).location.hasSuffix("done=saved"))
        }
        let items = try await stored(portal).document["items"]?.list
        #expect(items?.compactMap { $0["title"]?.text } == ["First", "Two"])
        #expect(items?.map { $0["rating"] } == [.integer(5), nil])
    }

    @Test(arguments: ["no JSON", "[]"])
    func `an entry that cannot be read is refused`(_ text: String) async throws {
        let portal = try await portal(with: Self.unit(.moreGames, ["items": .list(Self.games)]))
        try await portal.signedIn { browser in
            let page = try await browser.post(
                Self.address, ["name": "My Unit", "version": "1", "items.1.title": "One", "items.1.stored": text])
            #expect(page.status == .badRequest && page.text.contains("The entry could not be read."))
        }
    }

    @Test func `who may change a unit has its buttons`() async throws {
        let portal = try await portal(with: Self.unit(.announcement, Self.news))
        try await portal.signedIn(as: [.placements: .editor]) { browser in
            let page = try await browser.get(Self.address).text
            #expect(page.contains("<fieldset class=\"bare stack\">"))
            #expect(page.contains(">Save<") && page.contains(">More caps<"))
        }
    }

    @Test func `what a unit lacks is marked where it is missing`() async throws {
        let portal = try await portal(with: Self.unit(.announcement, Self.news))
        try await portal.signedIn { browser in
            let page = try await browser.post(Self.address, ["name": "My Unit", "version": "1", "d.title": "News"])
            let mark = try #require(page.text.firstRange(of: "id=\"d-message-hint\""))
            #expect(page.status == .badRequest && !page.text.contains("&quot;message&quot;"))
            #expect(page.text[mark.upperBound...].prefix(120).contains("Needed before the unit can start."))
            let paused = try await browser.post("\(Self.address)/pause")
            #expect(paused.location.hasSuffix("done=paused"))
            _ = try await browser.post(Self.address, ["name": "My Unit", "version": "2", "d.title": "News"])
            #expect(try await browser.get(Self.address).text.contains("<a href=\"#d-message\">Message</a>"))
            let start = try await browser.post(
                Self.address, ["name": "My Unit", "version": "3", "d.title": "News", "do": "start"])
            #expect(start.status == .badRequest && start.text.contains("the unit was not started."))
        }
    }

    @Test(
        arguments: [
            (ContentUnitRecord.Kind.announcement, ["title": .text("News")], ["d.message"]),
            (.moreGames, [:], ["items"]),
            (.form, ["title": .text("Tell us")], ["fields"]),
            (.image, [:], ["url", "w", "h"].map { "d.image.PH_PORTRAIT.\($0)" }),
            (
                .image,
                ["image": .record(["PH_LANDSCAPE": .record(["url": .text("https://a.example/"), "w": .integer(1)])])],
                ["d.image.PH_LANDSCAPE.h"]
            ),
            (.moreGames, ["items": .list([games[0], .record(["title": .text("Two")])])], ["items.2.url"]),
            (
                .form,
                [
                    "title": .text("Tell us"),
                    "fields": .list([
                        .record(["id": .text("a")]), .record(["id": .text("a")]), .record(["label": .text("b")]),
                    ]),
                ], ["fields.2.id", "fields.3.id"]
            ),
            // What no field is to blame for is the store's own sentence.
            (.announcement, news.merging(["url": .text("nowhere")]) { $1 }, [""]), (.announcement, news, []),
        ] as [(ContentUnitRecord.Kind, [String: JSONValue], [String])])
    func `each gap has its field`(
        _ kind: ContentUnitRecord.Kind, _ members: [String: JSONValue], _ fields: [String]
    ) {
        #expect(Self.unit(kind, members, isPaused: true).gaps.map(\.field) == fields)
    }

    @Test func `a unit that somebody else changed is not started, and what was typed stays`() async throws {
        let portal = try await portal(with: Self.unit(.announcement, Self.news, isPaused: true))
        try await portal.signedIn { browser in
            _ = try await browser.post(
                Self.address, ["name": "Other", "version": "1", "d.title": "News", "d.message": "Ten rooms."])
            let page = try await browser.post(
                Self.address,
                ["name": "Mine", "version": "1", "d.title": "News", "d.message": "Ten rooms.", "do": "start"])
            #expect(page.status == .conflict && page.text.contains("the unit was not started."))
            #expect(page.text.contains("What you typed is below") && page.text.contains("value=\"Mine\""))
        }
        #expect(try await stored(portal).isPaused)
    }

    @Test func `a refusal leads to each field, and more rows lead to the first new one`() async throws {
        let portal = try await portal(with: Self.unit(.moreGames, ["items": .list(Self.games)]))
        try await portal.signedIn { browser in
            let fresh = try await browser.get(Self.address).text
            #expect(fresh.contains("<title>My Unit ·") && !fresh.contains("role=\"alert\""))
            #expect(fresh.contains("formaction=\"\(Self.address)#items-4\""))
            let page = try await browser.post(
                Self.address,
                [
                    "name": String(repeating: "ü", count: 101), "version": "1", "items.count": "2",
                    "items.1.title": "One", "items.1.url": "nowhere", "items.2.title": "Two",
                    "items.2.url": "https://a.example/2", "starts": "2026-02-01T00:00", "ends": "2026-01-01T00:00",
                    "caps.count": "1", "caps.1.seconds": "60",
                ]
            ).text
            #expect(page.contains("<title>Error: My Unit ·"))
            #expect(page.contains("role=\"alert\" tabindex=\"-1\" autofocus"))
            let links = page.matches(of: #/<li><a href="#([^"]+)">([^<]+)<\/a>: /#).map { "\($0.1) \($0.2)" }
            #expect(
                links == [
                    "name Name", "items-1-url Game 1: Address in the store", "ends Ends (UTC)", "caps-1-limit Cap 1",
                ])
            for id in ["name", "items-1-url", "ends", "caps-1-limit"] {
                #expect(page.contains("id=\"\(id)\""), "\(id)")
            }
            #expect(page.contains("This one has 202.") && page.contains("maxlength=\"200\""))
            // All fields of a row belong to its problem.
            #expect(page.contains("<p class=\"problem\" id=\"caps-1-problem\">"))
            for field in ["limit", "scope", "seconds"] {
                let text = "aria-invalid=\"true\" aria-describedby=\"caps-1-problem caps-1-\(field)-hint\""
                #expect(page.contains(text), "\(field)")
            }
            let more = try await browser.post(
                Self.address, ["name": "My Unit", "version": "1", "more": "items", "items.count": "3"]
            ).text
            #expect(more.contains("<fieldset id=\"items-4\" tabindex=\"-1\">"))
        }
    }

    @Test func `a unit is paused from a page that is older than the unit`() async throws {
        let portal = try await portal(with: Self.unit(.announcement, Self.news))
        try await portal.signedIn { browser in
            let page = try await browser.get(Self.address).text
            #expect(page.contains("action=\"\(Self.address)/pause\""))
            var changed = try await stored(portal)
            changed.name = "Changed"
            _ = try await portal.platform.placements.update(changed, expectedVersion: 1, by: "Ben")
            let paused = try await browser.post("\(Self.address)/pause", ["version": "1"])
            #expect(paused.location == "\(Self.address)?done=paused")
        }
        let unit = try await stored(portal)
        #expect(unit.isPaused && unit.name == "Changed")
    }

    @Test(arguments: ["fields.1.required", "fields.1.type"])
    func `a question that is only ticked or chosen is refused, unless it is removed`(_ mark: String) async throws {
        let portal = try await portal(with: Self.unit(.form, ["title": .text("Tell us")], isPaused: true))
        try await portal.signedIn { browser in
            _ = try await browser.get(Self.address)
            let fields = [
                "name": "My Unit", "version": "1", "d.title": "Tell us", "fields.count": "1", mark: "email",
            ]
            let page = try await browser.post(Self.address, fields)
            #expect(page.status == .badRequest && page.text.contains("Write the question, or tick “Remove”."))
            #expect(page.text.contains("name=\"fields.1.remove\""))
            let removed = try await browser.post(Self.address, fields.merging(["fields.1.remove": "1"]) { $1 })
            #expect(removed.location.hasSuffix("done=saved"), "\(removed.text)")
        }
    }

    @Test(
        arguments: [
            (["e mail", "age"], ["An id has 1 to 80 letters", nil]),
            (["größe", "age"], ["An id has 1 to 80 letters", nil]),
            (["age", "age"], [nil, "Each question has an id of its own."]), (["age", ""], [nil, nil]),
            (["age", "Age"], [nil, nil]),
        ] as [([String], [String?])])
    func `an id that no question can have is refused beside its field, also while the form is paused`(
        _ ids: [String], _ problems: [String?]
    ) async throws {
        let portal = try await portal(with: Self.unit(.form, ["title": .text("Tell us")], isPaused: true))
        try await portal.signedIn { browser in
            _ = try await browser.get(Self.address)
            var fields = ["name": "My Unit", "version": "1", "d.title": "Tell us", "fields.count": "2"]
            for (index, id) in ids.enumerated() {
                fields["fields.\(index + 1).id"] = id
                fields["fields.\(index + 1).label"] = "Question \(index + 1)?"
            }
            let page = try await browser.post(Self.address, fields)
            let isTaken = problems.allSatisfy { $0 == nil }
            #expect(page.status == (isTaken ? .seeOther : .badRequest), "\(page.text)")
            for (index, problem) in problems.enumerated() {
                let link = "<li><a href=\"#fields-\(index + 1)-id\">"
                #expect(page.text.contains(link) == (problem != nil))
                if let problem { #expect(page.text.components(separatedBy: problem).count == 3) }
            }
            if !isTaken { #expect(page.text.contains("value=\"\(ids[0])\"")) }
        }
        #expect(try await stored(portal).version == (problems.allSatisfy { $0 == nil } ? 2 : 1))
    }

    @Test(arguments: [
        ("Snow in the meadow behind the last hut", "Snow in the meadow behind the last hut"),
        ("A name of many words that is longer than forty", "A name of many words that is longer than forty"),
        (String(repeating: "ü", count: 100), String(repeating: "ü", count: 96)),
    ])
    func `a copy keeps the name as long as the store takes it`(_ name: String, _ kept: String) async throws {
        var unit = Self.unit(.announcement, Self.news)
        unit.name = name
        let portal = try await portal(with: unit)
        try await portal.signedIn { browser in
            _ = try await browser.get(Self.address)
            let copied = try await browser.post("\(Self.address)/duplicate")
            #expect(copied.location == "\(Self.address)-copy?done=duplicated", "\(copied.text)")
        }
        let copy = try await portal.platform.placements.unit("my-unit-copy", app: TestPortal.app)
        #expect(copy?.name == "\(kept) (copy)")
    }

    @Test func `a row is removed by its box, and rows that are empty have none`() async throws {
        let portal = try await portal(with: Self.unit(.moreGames, ["items": .list(Self.games)]))
        try await portal.signedIn { browser in
            let page = try await browser.get(Self.address).text
            #expect(page.contains("items.2.remove") && !page.contains("items.3.remove"))
            let saved = try await browser.post(
                Self.address,
                [
                    "name": "My Unit", "version": "1", "items.count": "2", "items.1.title": "One",
                    "items.1.url": "https://a.example/1", "items.1.remove": "1", "items.2.title": "Two",
                    "items.2.url": "https://a.example/2",
                ])
            #expect(saved.location.hasSuffix("done=saved"), "\(saved.text)")
        }
        #expect(try await stored(portal).document["items"] == .list([Self.games[1]]))
    }

    @Test(arguments: [
        ("1 2 3 4", "abcd"), ("1 2 1 4", "cabd"), ("3 2 3 4", "bcad"), ("4 2 3 4", "bcda"), ("1 1 1 1", "bcda"),
        ("2 1 3 4", "bacd"),
    ])
    func `an entry takes the place that is typed`(_ places: String, _ order: String) {
        let places = places.split(separator: " ").enumerated().map { ("items.\($0 + 1).place", String($1)) }
        let names = ["a", "b", "c", "d"].enumerated().map { ("items.\($0 + 1).title", $1) }
        var reader = UnitReader(
            FormFields(([("items.count", "4")] + places + names).map { (name: $0.0, value: $0.1) }),
            unit: Self.unit(.moreGames, [:], isPaused: true), pictures: UnitPictures([], app: "demo"))
        let items = reader.read().document["items"]?.list ?? []
        #expect(items.compactMap { $0["title"]?.text }.joined() == order)
    }

    @Test func `pictures come by https`() async throws {
        let portal = try await portal(with: Self.unit(.moreGames, ["items": .list([Self.games[1]])]))
        try await portal.signedIn { browser in
            let page = try await browser.post(
                Self.address,
                [
                    "name": "My Unit", "version": "1", "items.1.title": "Two", "items.1.url": "http://a.example/2",
                    "items.1.image": "http://a.example/i.png",
                ])
            #expect(page.status == .badRequest)
            #expect(page.text.components(separatedBy: "The address of a picture begins with https://.").count == 3)
        }
    }

    @Test func `a picture of the library is offered, gets its sizes, and has to be there`() async throws {
        let portal = try await portal(with: Self.unit(.image, [:], isPaused: true))
        let platform = portal.platform
        if try await platform.content.hub("news", app: TestPortal.app) == nil {
            _ = try await platform.content.create(HubRecord(app: TestPortal.app, id: "news", title: "News"), by: "Ann")
        }
        let object = try await platform.objects.put(Data("picture".utf8))
        let asset = AssetRecord(
            app: TestPortal.app, hub: "news", name: "snow.png", mediaType: "image/png", object: object)
        let record = MediaRecord(
            app: TestPortal.app, hub: "news", name: "snow.png", kind: .picture,
            size: .init(width: 320, height: 480),
            origin: .init(fileName: "Snow.png", digest: "d", madeBy: "Ann", stored: portal.clock.now))
        _ = try await platform.media.save(record, assets: [asset], expectedVersion: 0, by: "Ann")
        let picture = "/v3/pictures/\(TestPortal.app)/news/snow.png"
        let field = "d.image.PH_PORTRAIT"
        try await portal.signedIn { browser in
            let image = "<img class=\"chosen\" src=\"/portal/placements/pictures/news/snow.png\""
            let offer = "<option value=\"\(picture)\">Snow.png: 320 × 480</option>"
            #expect(try await browser.get(Self.address).text.contains(offer))
            let base = ["name": "My Unit", "version": "1"]
            let missing = try await browser.post(
                Self.address, base.merging(["\(field).url": "/v3/pictures/demo/news/none.png"]) { $1 })
            #expect(missing.status == .badRequest && missing.text.contains("The library has no such picture."))
            let chosen = [
                "\(field).url": picture, "\(field).w": "7", "\(field).h": "7",
                "d.image.PH_LANDSCAPE.url": "https://a.example/wide.png", "d.image.PH_LANDSCAPE.w": "9",
            ]
            let typed = base.merging(chosen) { $1 }
            let more = try await browser.post(Self.address, typed.merging(["more": "caps"]) { $1 })
            #expect(more.text.contains("\(image) alt=\"Upright picture: address: preview\">"), "\(more.text)")
            #expect(try await browser.post(Self.address, typed).status == .seeOther)
            // The address of the wide picture is none of the library.
            let saved = try await browser.get(Self.address).text
            #expect(saved.components(separatedBy: "<img class=\"chosen\"").count == 2)
        }
        let image = try await stored(portal).document["image"]
        #expect(image?["PH_PORTRAIT"] == .record(["url": .text(picture), "w": .integer(320), "h": .integer(480)]))
        #expect(image?["PH_LANDSCAPE"]?["w"] == .integer(9))
    }

    @Test func `the size of an imported picture, which nobody wrote down, is read from its file`() async throws {
        let portal = try await portal(with: Self.unit(.image, [:], isPaused: true))
        // A PNG file begins with eight bytes of its own, and a block with the sizes.
        let start: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
        for (name, bytes) in [("snow.png", start + [0, 0, 1, 64, 0, 0, 1, 224]), ("torn.png", start)] {
            let object = try await portal.platform.objects.put(Data(bytes))
            let asset = AssetRecord(
                app: TestPortal.app, hub: "news", name: name, mediaType: "image/png", object: object)
            try await portal.platform.content.put(asset, by: "Ann")
        }
        let (snow, torn) = (
            "/v3/pictures/\(TestPortal.app)/news/snow.png", "/v3/pictures/\(TestPortal.app)/news/torn.png"
        )
        try await portal.signedIn { browser in
            _ = try await browser.get(Self.address)
            let typed = [
                "name": "My Unit", "version": "1", "d.image.PH_PORTRAIT.url": snow, "d.image.PH_LANDSCAPE.url": torn,
                "d.image.PH_LANDSCAPE.w": "9",
            ]
            #expect(try await browser.post(Self.address, typed).status == .seeOther)
        }
        let image = try await stored(portal).document["image"]
        #expect(image?["PH_PORTRAIT"] == .record(["url": .text(snow), "w": .integer(320), "h": .integer(480)]))
        #expect(image?["PH_LANDSCAPE"] == .record(["url": .text(torn), "w": .integer(9)]))
    }

    @Test func `the editor shows the sizes of a picture that was replaced after the unit was saved`() async throws {
        let picture = "/v3/pictures/\(TestPortal.app)/news/snow.png"
        let old = JSONValue.record(["url": .text(picture), "w": .integer(320), "h": .integer(480)])
        let portal = try await portal(with: Self.unit(.image, ["image": .record(["PH_PORTRAIT": old])]))
        let object = try await portal.platform.objects.put(Data("another picture".utf8))
        let record = MediaRecord(
            app: TestPortal.app, hub: "news", name: "snow.png", kind: .picture, size: .init(width: 600, height: 300),
            origin: .init(fileName: "Snow.png", digest: "d", madeBy: "Ann", stored: portal.clock.now))
        let asset = AssetRecord(
            app: TestPortal.app, hub: "news", name: "snow.png", mediaType: "image/png", object: object)
        _ = try await portal.platform.media.save(record, assets: [asset], expectedVersion: 0, by: "Ann")
        try await portal.signedIn { browser in
            let page = try await browser.get(Self.address).text
            for (member, size) in [("w", 600), ("h", 300)] {
                let field = "name=\"d.image.PH_PORTRAIT.\(member)\" type=\"number\" value=\"\(size)\""
                #expect(page.contains(field), "\(page)")
            }
        }
    }

    @Test func `pictures of the library are shown beside their fields, and other files of it are not`() async throws {
        let portal = try await portal(with: Self.unit(.announcement, Self.news))
        for (name, type) in [("snow.png", "image/png"), ("page.html", "text/html")] {
            let object = try await portal.platform.objects.put(Data(name.utf8))
            let asset = AssetRecord(app: TestPortal.app, hub: "news", name: name, mediaType: type, object: object)
            try await portal.platform.content.put(asset, by: "Ann")
        }
        try await portal.signedIn(as: [.placements: .viewer]) { browser in
            let pictures = "/portal/placements/pictures/news"
            let picture = try await browser.get("\(pictures)/snow.png")
            #expect(picture.status == .ok && picture.text == "snow.png")
            #expect(picture.headers[.contentType] == "image/png")
            #expect(picture.headers[.contentSecurityPolicy]?.contains("sandbox") == true)
            for name in ["page.html", "none.png"] {
                #expect(try await browser.get("\(pictures)/\(name)").status == .notFound, "\(name)")
            }
            #expect(try await browser.get("/portal/assets/units.js").text.contains("img.chosen"))
        }
    }

    @Test func `a preview draws what is stored, and what is typed without saving it`() async throws {
        let portal = try await portal(with: Self.unit(.announcement, Self.news))
        try await portal.signedIn { browser in
            #expect(try await browser.get(Self.address).text.contains("<iframe name=\"unit-preview\""))
            #expect(try await browser.get("\(Self.address)/preview").text == "News: Ten rooms.")
            let typed = try await browser.post(
                "\(Self.address)/preview", ["name": "My Unit", "version": "1", "d.title": "Sale", "zone": "Mars"])
            #expect(typed.text == "Sale: ")
        }
        #expect(try await stored(portal).version == 1)
    }

    @Test func `who may not change a unit reads its fields and sees its preview`() async throws {
        let portal = try await portal(with: Self.unit(.announcement, Self.news))
        try await portal.signedIn(as: [.placements: .viewer]) { browser in
            let page = try await browser.get(Self.address).text
            #expect(page.contains("<fieldset class=\"bare stack\" disabled>") && page.contains("value=\"News\""))
            for button in ["Save", "More caps", "Show what is typed", "Duplicate", "Pause", "Delete"] {
                #expect(!page.contains(">\(button)"), "\(button)")
            }
            let seen = try await browser.get("\(Self.address)/preview")
            let typed = try await browser.post("\(Self.address)/preview")
            #expect(seen.status == .ok && typed.status == .forbidden)
        }
    }
}
