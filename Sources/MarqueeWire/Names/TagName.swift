/// A tag as it is compared everywhere: byte for byte.
///
/// `String` calls two spellings equal that Unicode calls equivalent, a composed and a decomposed é for example; to an
/// app and a publisher they are two tags, as they are in the user's profile.
public struct TagName: Sendable, Hashable, ExpressibleByStringLiteral {
    /// As it was spelled, in native storage, whose bytes can be looked at in place: an order of 10,000 articles asks for
    /// each of them.
    public let text: String

    /// Takes any text; what is allowed as a tag is checked elsewhere.
    public init(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
    }

    /// Takes a tag that is known when the program is written.
    public init(stringLiteral text: String) { self.init(text) }

    /// Whether every byte is the same.
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
    /// By the bytes, which is by the code points.
    public static func < (left: TagName, right: TagName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}
