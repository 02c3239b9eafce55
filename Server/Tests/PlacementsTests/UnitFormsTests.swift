import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Placements

/// Answers that are made once for all devices, as long as their unit is the same.
@Suite struct UnitFormsTests {
    private let unit = ContentUnitRecord(
        app: "demo", id: "u", name: "u", kind: .announcement, document: UnitDocument(["title": .text("News")]))

    private func answer(_ unit: ContentUnitRecord, _ forms: UnitForms, on base: String = "http://a") throws -> JSONValue
    {
        var bytes: [UInt8] = []
        forms.form(of: unit, on: base).response.write(to: &bytes) { _ in .null }
        return try JSONValue(bytes: Data(bytes), maximumSize: 10_000)
    }

    @Test func `a unit that was edited is answered as it is now`() throws {
        let forms = UnitForms(TemplatePages(try UnitTemplates()))
        var edited = unit
        edited.document = UnitDocument(["title": .text("Other news")])
        for (unit, title) in [(unit, "News"), (unit, "News"), (edited, "Other news"), (unit, "News")] {
            #expect(try answer(unit, forms)["context"]?["content"]?["title"]?.text == title)
        }
    }

    @Test func `each address of the server has answers of its own`() throws {
        let forms = UnitForms(TemplatePages(try UnitTemplates()))
        for base in ["http://a", "https://b:8080", "http://a"] {
            #expect(try answer(unit, forms, on: base)["url"]?.text?.hasPrefix("\(base)/v3/templates/") == true)
        }
    }

    @Test func `units of one name in two apps are two units`() throws {
        let forms = UnitForms(TemplatePages(try UnitTemplates()))
        var other = ContentUnitRecord(app: "other", id: unit.id, name: "u", kind: .reward, document: UnitDocument([:]))
        other.validSeconds = 60
        #expect(try answer(unit, forms)["valid_seconds"] == nil)
        #expect(try answer(other, forms)["valid_seconds"] == .integer(60))
        #expect(try answer(unit, forms)["context"]?["content"]?["type"]?.text == "announcement")
    }
}
