/// Whether a tag of a document has more attributes than are read.
///
/// libxml2 compares each attribute of an element with all before, so a megabyte of them in one tag would take a quarter
/// of a minute.
enum AttributeBound {
    /// Of one element; namespaces count.
    static let most = 100

    /// Looks at the bytes alone, before a tree is built of them. Comments, CDATA and processing instructions have no tags; a
    /// document type declaration with declarations inside is refused too, because its texts can look like any of these.
    static func isExceeded(in bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBufferPointer { isExceeded(in: $0) }
    }

    private static func isExceeded(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var place = 0
        while place < bytes.count {
            guard bytes[place] == UInt8(ascii: "<") else {
                place += 1
                continue
            }
            if begins("<!--", at: place, bytes) {
                place = end("-->", from: place + 4, bytes)
            } else if begins("<![CDATA[", at: place, bytes) {
                place = end("]]>", from: place + 9, bytes)
            } else if begins("<?", at: place, bytes) {
                place = end("?>", from: place + 2, bytes)
            } else {
                let isDeclaration = begins("<!", at: place, bytes)
                guard let next = endOfTag(from: place + 1, isDeclaration: isDeclaration, bytes) else { return true }
                place = next
            }
        }
        return false
    }

    /// Where a tag ends, or where the next one begins: no value of an attribute holds a `<`.
    /// - Returns: `nil` for a tag with too many attributes, and for a declaration with others inside.
    private static func endOfTag(
        from start: Int, isDeclaration: Bool, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> Int? {
        var (place, count, quote) = (start, 0, UInt8(0))
        while place < bytes.count {
            let byte = bytes[place]
            if byte == UInt8(ascii: "<"), !isDeclaration { return place }
            place += 1
            if quote != 0 {
                if byte == quote { quote = 0 }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
            case UInt8(ascii: "["):
                if isDeclaration { return nil }
            case UInt8(ascii: "="):
                count += 1
                if count > most { return nil }
            case UInt8(ascii: ">"): return place
            default: break
            }
        }
        return place
    }

    private static func begins(_ word: StaticString, at place: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard place + word.utf8CodeUnitCount <= bytes.count else { return false }
        return (0..<word.utf8CodeUnitCount).allSatisfy { bytes[place + $0] == word.utf8Start[$0] }
    }

    /// The place behind a word; the end of the document without it.
    private static func end(_ word: StaticString, from start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var place = start
        while place < bytes.count {
            if begins(word, at: place, bytes) { return place + word.utf8CodeUnitCount }
            place += 1
        }
        return place
    }
}
