/// The attributes of an element. Names are compared without case and namespace prefix.
struct Attributes {
    private struct Entry {
        let key: String
        let value: String
        /// The start of the name after the prefix, in bytes.
        let start: Int
    }

    private let entries: [Entry]

    init(_ raw: [String: String]) {
        entries = raw.isEmpty ? [] : raw.map { Entry(key: $0.key, value: $0.value, start: Self.prefixLength($0.key)) }
    }

    /// The value without surrounding white space; `nil` when it is empty.
    ///
    /// If several attributes differ only in case or prefix, one without a prefix comes first, then the first in
    /// character order. So a document is always read the same way.
    /// - Parameter name: the name in lower case.
    subscript(name: String) -> String? {
        var best: Entry?
        for entry in entries where Self.matches(entry, name) {
            guard let other = best else {
                best = entry
                continue
            }
            let (left, right) = (entry.start > 0, other.start > 0)
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

    /// A word of a fixed set, compared without case.
    func word<Word: RawRepresentable<String>>(_ name: String) -> Word? {
        self[name].flatMap { Word(rawValue: $0.lowercased()) }
    }

    private static func prefixLength(_ key: String) -> Int {
        var (length, position) = (0, 0)
        for byte in key.utf8 {
            position += 1
            if byte == XMLByte.colon { length = position }
        }
        return length
    }

    /// Whether an entry has the name, which is in lower case. Names of the standard are ASCII.
    private static func matches(_ entry: Entry, _ name: String) -> Bool {
        guard entry.key.utf8.count - entry.start == name.utf8.count else { return false }
        return zip(entry.key.utf8.dropFirst(entry.start), name.utf8).allSatisfy { byte, other in
            byte == other || byte | 0x20 == other && 0x41...0x5A ~= byte
        }
    }
}
