/// The keys of the latest object of a kind. The next object most likely has the same keys in the same order, and these
/// are recognised without being parsed.
struct KeyShape<Meaning> {
    /// A key that was found, and what it means to the reader.
    struct FoundKey {
        let text: JSONScanner.Text
        let meaning: Meaning
        /// Whether the object before had the same key at this index.
        let isFamiliar: Bool
    }

    private struct Key {
        /// With its quotes and colon.
        let written: JSONScanner.Written
        let meaning: Meaning
    }

    private var keys: [Key] = []
    private let meaning: (JSONScanner.Text, JSONScanner) -> Meaning

    init(_ meaning: @escaping (JSONScanner.Text, JSONScanner) -> Meaning) {
        self.meaning = meaning
    }

    /// The key of an object's next member, as ``JSONScanner/nextKey(isFirst:)``.
    @inline(__always)
    mutating func next(_ place: Int, in scanner: inout JSONScanner) throws(ScanError) -> FoundKey? {
        if place < keys.count, let text = scanner.take(keys[place].written) {
            return FoundKey(text: text, meaning: keys[place].meaning, isFamiliar: true)
        }
        return try read(place, in: &scanner)
    }

    /// Expects nothing of the next object.
    mutating func forget() { keys.removeAll(keepingCapacity: true) }

    private mutating func read(_ place: Int, in scanner: inout JSONScanner) throws(ScanError) -> FoundKey? {
        guard let text = try scanner.nextKey(isFirst: place == 0) else { return nil }
        let meaning = meaning(text, scanner)
        keys.removeSubrange(min(place, keys.count)...)
        if place == keys.count, let written = scanner.written(text) {
            keys.append(Key(written: written, meaning: meaning))
        }
        return FoundKey(text: text, meaning: meaning, isFamiliar: false)
    }
}

extension JSONScanner {
    /// A key with its quotes and colon.
    struct Written {
        fileprivate let start: Int
        fileprivate let size: Int
        /// For nearly all keys, which are compared at once by it.
        fileprivate let short: ShortName?
    }

    /// `nil` for a key that is empty, escaped, or followed by white space.
    fileprivate func written(_ key: Text) -> Written? {
        let range = (key.range.lowerBound - 1)..<position
        guard !key.range.isEmpty, !key.isEscaped, range.count == key.range.count + 3 else { return nil }
        return Written(start: range.lowerBound, size: range.count, short: ShortName(range, of: bytes))
    }

    /// Reads a key if exactly these bytes follow.
    @inline(__always)
    fileprivate mutating func take(_ key: Written) -> Text? {
        let end = position + key.size
        guard end <= bytes.count else { return nil }
        if let short = key.short {
            guard ShortName(position..<end, of: bytes) == short else { return nil }
        } else {
            guard isSame(key.start..<key.start + key.size, position..<end) else { return nil }
        }
        defer { position = end }
        return Text(range: (position + 1)..<(end - 2), isEscaped: false)
    }
}
