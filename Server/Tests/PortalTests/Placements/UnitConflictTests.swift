import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// Two people who change a unit at a time (PLC-006).
@Suite struct UnitConflictTests {
    private static let address = "/portal/placements/units/my-unit"

    private func portal(with unit: ContentUnitRecord) async throws -> TestPortal {
        let portal = try await TestPortal()
        _ = try await portal.platform.placements.create(unit, by: "Ann")
        return portal
    }

    private static func unit(_ kind: ContentUnitRecord.Kind, _ members: [String: JSONValue]) -> ContentUnitRecord {
        ContentUnitRecord(
            app: TestPortal.app, id: "my-unit", name: "My Unit", kind: kind, document: UnitDocument(members))
    }

    private static func differences(_ mine: ContentUnitRecord, _ theirs: ContentUnitRecord) -> [String] {
        func fields(_ unit: ContentUnitRecord) -> UnitFields {
            UnitFields(form: UnitValues.fields(of: unit), problems: [:], kind: unit.kind)
        }
        return fields(mine).differences(from: fields(theirs)).map {
            "\($0.anchor ?? "-") \($0.label): \($0.sentence)"
        }
    }

    @Test func `the fields that differ are named with what the other person wrote`() {
        let mine = Self.unit(.announcement, ["title": .text("News"), "message": .text("Ten rooms.")])
        #expect(Self.differences(mine, mine).isEmpty)
        var theirs = Self.unit(.announcement, ["title": .text("Sale")])
        theirs.weight = 3
        theirs.document = theirs.document.setting("transition", to: .text("PH_DIALOG"))
        theirs.rules.hours = [.init(weekdays: [2], start: 540, end: 600)]
        theirs.rules.capabilities = ["store"]
        #expect(
            Self.differences(mine, theirs) == [
                "weight Weight: They wrote “3”.", "d-title Title: They wrote “Sale”.",
                "d-message Message: They wrote nothing.", "transition How it comes on the screen: They wrote “Dialog”.",
                "hours-1 Times 1: They wrote: Mon ticked, From “09:00”, Until “10:00”.",
                "- Only for devices that can show the store’s own view: They ticked it.",
            ])
    }

    @Test func `rows that differ are named once, also those that one of the two has not`() {
        func game(_ title: String) -> JSONValue {
            .record(["title": .text(title), "url": .text("https://a.example/"), "excluded": .truth(title == "Two")])
        }
        let short = Self.unit(.moreGames, ["items": .list([game("One"), game("Two")])])
        let long = Self.unit(.moreGames, ["items": .list([game("One"), game("Other"), game("Three")])])
        #expect(
            Self.differences(short, long) == [
                "items-2 Game 2: They wrote: Name “Other”, Left out not ticked.",
                "items-3 Game 3: They wrote: Name “Three”, Address in the store “https://a.example/”.",
            ])
        #expect(
            Self.differences(long, short).last
                == "items-3 Game 3: They wrote: Name nothing, Address in the store nothing.")
    }

    @Test func `a page that comes back does not hide that somebody else changed the unit`() async throws {
        let news: [String: JSONValue] = ["title": .text("News"), "message": .text("Ten rooms.")]
        let portal = try await portal(with: Self.unit(.announcement, news))
        try await portal.signedIn { browser in
            _ = try await browser.get(Self.address)
            var fields = ["name": "Mine", "version": "1", "d.title": "News", "d.message": "Ten rooms."]
            let other = ["name": "Theirs", "version": "1", "d.title": "News", "d.message": "Ten rooms."]
            #expect(try await browser.post(Self.address, other).location.hasSuffix("done=saved"))
            for change in [["weight": "0"], ["more": "caps"]] {
                let page = try await browser.post(Self.address, fields.merging(change) { $1 })
                #expect(page.values("version") == ["1"], "\(page.text)")
            }
            let late = try await browser.post(Self.address, fields)
            #expect(late.status == .conflict && late.text.contains("These fields differ:"))
            #expect(late.text.contains("<li><a href=\"#name\">Name</a>: They wrote “Theirs”.</li>"))
            #expect(!late.text.contains("#d-title\">") && late.values("version") == ["2"])
            fields["version"] = "2"
            #expect(try await browser.post(Self.address, fields).location.hasSuffix("done=saved"))
        }
    }
}
