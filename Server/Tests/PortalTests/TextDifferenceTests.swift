import Testing

@testable import Portal

/// The difference of two texts by words.
@Suite struct TextDifferenceTests {
    /// The difference with marks in place of colours.
    private static func marked(_ old: String, _ new: String) -> String {
        TextDifference(from: old, to: new).pieces.map { piece in
            switch piece.kind {
            case .same: piece.text
            case .removed: "[-\(piece.text)-]"
            case .added: "[+\(piece.text)+]"
            case .skipped: "(\(piece.text))\n"
            }
        }.joined()
    }

    @Test(arguments: [
        ("same", "same", ""),
        ("", "a", "[+a\n+]"),
        ("a", "", "[-a\n-]"),
        ("The old car", "The new car", "The [-old-][+new+] car\n"),
        ("One.\nTwo.", "One.\nTwo.\nThree.", "One.\nTwo.\n[+Three.\n+]"),
        ("One.\nTwo.\nThree.", "One.\nThree.", "One.\n[-Two.\n-]Three.\n"),
        ("Grüße, Welt", "Grüße, Erde", "Grüße, [-Welt-][+Erde+]\n"),
    ])
    func `changed words stand out in their line`(_ old: String, _ new: String, _ expected: String) {
        #expect(Self.marked(old, new) == expected)
    }

    @Test func `long runs of equal lines are only counted`() {
        let lines = (1...20).map(String.init)
        var changed = lines
        changed[9] = "ten"
        let text = Self.marked(lines.joined(separator: "\n"), changed.joined(separator: "\n"))
        #expect(text == "(7 lines are the same)\n8\n9\n[-10-][+ten+]\n11\n12\n(8 lines are the same)\n")
    }

    @Test func `putting the pieces together gives both texts, also where they are too long to compare`() {
        let old = (0..<3000).map { "line \($0 * 7 % 1000)" }.joined(separator: "\n") + "\n"
        let new = (0..<3000).map { "row \($0 * 3 % 1000)" }.joined(separator: "\n") + "\n"
        let pieces = TextDifference(from: old, to: new).pieces
        #expect(pieces.filter { $0.kind != .added }.map(\.text).joined() == old)
        #expect(pieces.filter { $0.kind != .removed }.map(\.text).joined() == new)
    }
}
