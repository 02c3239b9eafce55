/// A tag as it is compared: byte for byte.
///
/// `String` calls two spellings equal that Unicode calls equivalent, a composed and a decomposed é for example; to an
/// app and a publisher they are two tags, as they are in the user's profile.
struct Tag: Sendable, Hashable {
    /// In native storage, whose bytes can be looked at in place: an order of 10,000 articles asks for each of them.
    private let text: String

    init(_ text: String) {
        var text = text
        text.makeContiguousUTF8()
        self.text = text
    }

    static func == (left: Tag, right: Tag) -> Bool {
        left.withBytes { left in right.withBytes { left.elementsEqual($0) } }
    }

    func hash(into hasher: inout Hasher) {
        withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }

    private func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
        return Array(text.utf8).withUnsafeBufferPointer(body)
    }
}
