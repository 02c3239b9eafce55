import Markup
import Testing

@Suite
struct EscapingTests {
    /// Scalars that join the character beside them into one cluster: prepended marks in front, combining ones behind.
    static let before = ["", "\u{600}", "\u{110BD}", "\u{D4E}", "\u{200D}", "\u{1F1E9}", "\r", "e"]
    static let after = ["", "\u{301}", "\u{FE0F}", "\u{200D}", "\u{1F3FD}", "\u{E0100}", "\u{903}", "\u{20E3}", "\n"]

    @Test(arguments: ["<", ">", "&", "\"", "'"])
    func `a character that begins markup is escaped next to any other`(_ character: String) {
        for before in Self.before {
            for after in Self.after {
                let text = "a\(before)\(character)\(after)b"
                let escaped = HTML(text).text
                #expect(!escaped.utf8.contains(character.utf8.first ?? 0) || character == "&")
                #expect(escaped.utf8.count { $0 == UInt8(ascii: "&") } == 1)
                #expect(Array(Self.read(escaped).unicodeScalars) == Array(text.unicodeScalars))
            }
        }
    }

    @Test func `control characters are left out, white space stays`() {
        let text = "a\u{0}b\u{7}\u{1B}[1m\u{7F}\t\n\r"
        #expect(HTML(text).text == "ab[1m\t\n\r")
    }

    @Test func `an interpolation escapes text and keeps markup`() {
        let text = "\u{600}<b>\"\u{301}"
        let inner: HTML = "<i title=\"\(text)\">\(3)</i>"
        let outer: HTML = "<p>\(inner)</p>"
        #expect(outer.text == "<p><i title=\"\u{600}&lt;b&gt;&quot;\u{301}\">3</i></p>")
    }

    /// What a browser makes of the five references, and of nothing else.
    private static func read(_ escaped: String) -> String {
        var bytes = Array(escaped.utf8)
        for (entity, character) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
            let wanted = Array(entity.utf8)
            while let start = bytes.indices.first(where: { bytes[$0...].starts(with: wanted) }) {
                bytes.replaceSubrange(start..<(start + wanted.count), with: character.utf8)
                if character == "&" { break }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
