/// Finds out which names of files stand in texts.
struct FileMentions {
    /// The names that no text had so far.
    private(set) var missing: Set<String>
    /// The lengths that names have: most parts of a text are too short or too long for one.
    private let lengths: Set<Int>

    init(of names: some Sequence<String>) {
        missing = Set(names)
        lengths = Set(missing.map(\.utf8.count))
    }

    /// Looks for names in a text, each by itself and not as a part of a longer name.
    mutating func read(_ text: String) {
        guard !missing.isEmpty else { return }
        let bytes = Array(text.utf8)
        var start = 0
        while start < bytes.count {
            guard Self.isPart(bytes[start]) else {
                start += 1
                continue
            }
            let end = bytes[start...].firstIndex { !Self.isPart($0) } ?? bytes.count
            look(bytes[start..<end])
            start = end
        }
    }

    /// Looks at every sequence of the parts that full stops separate: a name may end a sentence.
    private mutating func look(_ word: ArraySlice<UInt8>) {
        let stop = UInt8(ascii: ".")
        let longest = lengths.max() ?? 0
        for start in word.indices where start == word.startIndex || word[start - 1] == stop {
            for end in start + 1..<min(word.endIndex, start + longest) + 1
            where (end == word.endIndex || word[end] == stop) && lengths.contains(end - start) {
                missing.remove(String(decoding: word[start..<end], as: UTF8.self))
            }
        }
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
    }
}
