/// A tag, compared byte for byte.
///
/// `String` treats spellings that Unicode calls equivalent as equal, for example a composed and a decomposed é. For an
/// app and a publisher these are two tags, as in the user's profile.
public struct TagName: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The text, in native storage whose bytes can be read in place: ordering 10,000 articles reads each tag.
    public let text: String

    /// Any text is accepted; the rules for tags are checked elsewhere.
    public init(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
    }

    /// Creates a tag from a literal.
    public init(stringLiteral text: String) { self.init(text) }

    /// Compares the bytes.
    public static func == (left: TagName, right: TagName) -> Bool {
        left.withBytes { left in right.withBytes { left.elementsEqual($0) } }
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
        return Array(text.utf8).withUnsafeBufferPointer(body)
    }
}

extension TagName: Comparable {
    /// Compares the bytes, which gives the order of code points.
    public static func < (left: TagName, right: TagName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}
