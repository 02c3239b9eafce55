/// An element's attributes, by name without regard to case and namespace prefix.
struct Attributes {
    private struct Entry {
        let name: String
        let key: String
        let value: String
    }

    private let entries: [Entry]

    init(_ raw: [String: String]) {
        entries = raw.isEmpty ? [] : raw.map { Entry(name: Self.folded($0.key), key: $0.key, value: $0.value) }
    }

    /// The value without white space around, `nil` for an empty one.
    ///
    /// Of several attributes that differ in case or prefix only, one without prefix and then the first by its letters
    /// is taken, so that a document always reads the same.
    /// - Parameter name: in lower case.
    subscript(name: String) -> String? {
        var best: Entry?
        for entry in entries where entry.name == name {
            guard let other = best else {
                best = entry
                continue
            }
            let (left, right) = (entry.key.contains(":"), other.key.contains(":"))
            if left == right ? entry.key < other.key : !left { best = entry }
        }
        guard let text = best?.value.trimmed, !text.isEmpty else { return nil }
        return text
    }

    func bool(_ name: String) -> Bool? { self[name].flatMap(ScalarText.bool) }

    func int(_ name: String) -> Int? { self[name].flatMap(ScalarText.int) }

    func number(_ name: String) -> Double? { self[name].flatMap(ScalarText.number) }

    func duration(_ name: String) -> Duration? { self[name].flatMap(ScalarText.duration) }

    func offset(_ name: String) -> Offset? { self[name].flatMap(ScalarText.offset) }

    /// A MIME type, in lower case.
    func mimeType(_ name: String) -> String? { self[name]?.lowercased() }

    /// One of a fixed set of words, without regard to case.
    func word<Word: RawRepresentable<String>>(_ name: String) -> Word? {
        self[name].flatMap { Word(rawValue: $0.lowercased()) }
    }

    private static func folded(_ key: String) -> String {
        let isPlain = key.utf8.allSatisfy { !(0x41...0x5A ~= $0) && $0 != 0x3A && $0 < 0x80 }
        return isPlain ? key : key.localName.lowercased()
    }
}
