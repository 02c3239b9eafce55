import MarqueeWire
import Testing

@Suite struct ProgramTextTests {
    @Test(arguments: [
        "", "home button", "zbimdb://magazine/c/news", "<b>&\"'", "Café", "Cafe\u{301}", "नमस्ते", "👩‍🚀", "メニュー", "a b",
        "é1",
    ])
    func `a name of any script is plain`(_ text: String) {
        #expect(ProgramText.isPlain(text.utf8))
        #expect(ProgramText.plain(text) == text)
    }

    @Test(arguments: [
        ("a\nb", "ab"), ("a\u{0}", "a"), ("\u{1B}[1m", "[1m"), ("\u{600}<b>", "<b>"), ("x\u{600}", "x"),
        ("<\u{301}b", "<b"),
        ("\"\u{FE0F}", "\""), ("\u{301}a", "a"), ("\u{202E}abc", "abc"), ("\u{D4E}<", "<"), ("a\u{2028}b", "ab"),
        ("\u{200D}a", "a"), ("\u{7F}", ""), ("\u{FEFF}a", "a"), ("a,\u{E0100}b", "a,b"),
    ])
    func `characters that change the surrounding text are not plain and are removed`(_ text: String, _ plain: String) {
        #expect(!ProgramText.isPlain(text.utf8))
        #expect(Array(ProgramText.plain(text).unicodeScalars) == Array(plain.unicodeScalars))
        #expect(ProgramText.isPlain(ProgramText.plain(text).utf8))
    }

    @Test func `bytes that are not UTF-8 are not plain`() {
        #expect(!ProgramText.isPlain([0x61, 0xFF]))
    }

    @Test func `the rest of any text is plain`() {
        var random = SystemRandomNumberGenerator()
        let pieces: [Unicode.Scalar] = [
            "a", "<", "\"", "\u{301}", "\u{600}", "\u{D4E}", "\u{200D}", "\u{FE0F}", "👩", "🚀", "\n", "é", "1",
        ]
        for _ in 0..<5000 {
            let scalars = (0..<Int.random(in: 0...8, using: &random)).compactMap { _ in
                pieces.randomElement(using: &random)
            }
            let text = String(String.UnicodeScalarView(scalars))
            #expect(ProgramText.isPlain(ProgramText.plain(text).utf8), "\(scalars)")
        }
    }
}
