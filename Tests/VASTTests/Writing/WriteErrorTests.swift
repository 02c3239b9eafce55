import Foundation
import Testing

@testable import VAST

/// Documents that cannot be written, with the path of the error.
@Suite struct WriteErrorTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let editions: [DocumentWriter.Edition]
        let code: WriteError.Code
        /// Below `VAST/Ad[0]/InLine`.
        let path: String
        let change: @Sendable (inout InLine, inout Creative, inout Linear) -> Void
        var testDescription: String { name }

        init(
            _ name: String, in editions: [DocumentWriter.Edition] = DocumentWriter.Edition.allCases,
            _ code: WriteError.Code, _ path: String,
            _ change: @escaping @Sendable (inout InLine, inout Creative, inout Linear) -> Void
        ) {
            (self.name, self.editions, self.code, self.path, self.change) = (name, editions, code, path, change)
        }
    }

    private static let linear = "/Creatives/Creative[0]/Linear"

    static let rows = [
        Row("no system", .missingPart, "") { ad, _, _ in ad.parts.system = nil },
        Row("no title", .missingPart, "") { ad, _, _ in ad.title = "" },
        Row("no impression", .missingPart, "") { ad, _, _ in ad.parts.impressions = [] },
        Row("no serving id", in: [.vast42], .missingPart, "") { ad, _, _ in ad.servingID = nil },
        Row("a category without an authority", in: [.vast42], .missingPart, "") { ad, _, _ in
            ad.categories = [Ad.Category(code: "1")]
        },
        Row("no duration", .missingPart, linear) { _, _, linear in linear.duration = nil },
        Row("no file", in: [.vast42], .missingPart, linear) { _, _, linear in linear.mediaFiles = [] },
        Row("a file without type", .missingPart, linear + "/MediaFile[0]") { _, _, linear in
            linear.mediaFiles[0].type = ""
        },
        Row("a file without size", .missingPart, linear + "/MediaFile[0]") { _, _, linear in
            linear.mediaFiles[0].width = nil
        },
        Row("a file without a delivery", .missingPart, linear + "/MediaFile[0]") { _, _, linear in
            linear.mediaFiles[0].delivery = nil
        },
        Row("an icon without attributes", in: [.vast30], .missingPart, linear + "/Icon[0]") { _, _, linear in
            linear.icons = [Icon()]
        },
        Row("a companion without size", .missingPart, "/Creatives/Creative[0]/CompanionAds/Companion[0]") {
            _, creative, _ in creative.companions = CompanionAds(items: [Companion()])
        },
        Row("an overlay without size", .missingPart, "/Creatives/Creative[0]/NonLinearAds/NonLinear[0]") {
            _, creative, _ in creative.nonLinear = NonLinearAds(items: [NonLinear()])
        },
        Row("no overlay", in: [.vast30], .missingPart, "/Creatives/Creative[0]/NonLinearAds") { _, creative, _ in
            creative.nonLinear = NonLinearAds()
        },
        Row("a negative duration", .invalidValue, linear) { _, _, linear in linear.duration = .seconds(-1) },
        Row("a duration of a day", .invalidValue, linear) { _, _, linear in linear.duration = .seconds(86_400) },
        Row("an offset of 101 %", .invalidValue, linear) { _, _, linear in linear.skipOffset = .percent(101) },
        Row("an offset that is not a number", .invalidValue, linear) { _, _, linear in
            linear.skipOffset = .percent(.nan)
        },
        Row("an offset of 100 hours", .invalidValue, linear) { _, _, linear in
            linear.skipOffset = .time(.seconds(360_000))
        },
        Row("a price in words", .invalidValue, "") { ad, _, _ in
            ad.parts.pricing = Pricing(model: "cpm", currency: "EUR", value: "ten")
        },
        Row("a price without a model", .invalidValue, "") { ad, _, _ in
            ad.parts.pricing = Pricing(model: "cpx", currency: "EUR", value: "1")
        },
        Row("a price without a currency", .invalidValue, "") { ad, _, _ in
            ad.parts.pricing = Pricing(model: "cpm", currency: "€", value: "1")
        },
        Row("a ratio of infinity", in: [.vast42], .invalidValue, "/Creatives/Creative[0]/CompanionAds/Companion[0]") {
            _, creative, _ in
            creative.companions = CompanionAds(items: [Companion(width: 1, height: 1, pixelRatio: .infinity)])
        },
    ]

    @Test(arguments: rows) func `a missing required part is named with its path`(row: Row) throws {
        let document = try WriterTests.film.changed(row.change)
        for edition in row.editions {
            let error = try #require(throws: WriteError.self) { try DocumentWriter(edition: edition).write(document) }
            #expect(error.code == row.code)
            #expect(error.path == "VAST/Ad[0]/InLine" + row.path)
            #expect(error.message.hasSuffix("."))
        }
    }

    @Test(arguments: ["\u{0}", "\u{1}", "\u{1F}", "\u{B}", "\u{FFFE}", "\u{FFFF}"])
    func `a character that XML does not allow is refused everywhere`(character: String) throws {
        let changes: [(inout InLine, inout Creative, inout Linear) -> Void] = [
            { ad, _, _ in ad.title = "a\(character)b" },
            { ad, _, _ in ad.parts.system = AdSystem(name: "S", version: character) },
            { ad, _, _ in ad.parts.impressions = [Impression(url: URLTemplate(stringLiteral: "i\(character)i"))] },
        ]
        for change in changes {
            let error = try #require(throws: WriteError.self) {
                try DocumentWriter().write(WriterTests.film.changed(change))
            }
            #expect(error.code == .invalidValue)
        }
    }

    @Test(arguments: ["", "1", "a b", "-a", ".a", "a:b", "<a>", "a/b", "😀"])
    func `a name that XML does not allow is refused`(name: String) throws {
        for element in [Extension.Element(name: name), Extension.Element(name: "a", attributes: [name: "1"])] {
            let document = try WriterTests.film.changed { ad, _, _ in
                ad.parts.extensions = [
                    Extension(element: Extension.Element(name: "Extension", content: [.element(element)]))
                ]
            }
            #expect(throws: WriteError.self) { try DocumentWriter().write(document) }
        }
    }
}
