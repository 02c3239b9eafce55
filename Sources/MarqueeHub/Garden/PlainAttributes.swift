/// The attributes of a tag in the strict form that the engine's templates use: every value is in double quotes, every
/// name occurs once, and the tag has nothing else.
///
/// A tag in this form has only one meaning. So the filter reads it exactly as a browser does.
struct PlainAttributes {
    private static let most = 16
    private static let longestValue = 2048

    private var values: [String: String] = [:]

    /// - Parameter start: the offset after the element's name.
    /// - Returns: `nil` for any other form.
    init?(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
        var index = start
        while values.count < Self.most {
            let before = index
            while index < bytes.count, bytes[index].isMarkupSpace { index += 1 }
            if Self.isEnd(bytes, at: index) { return }
            let name = ElementName.text(bytes, from: index)
            guard index > before, !name.isEmpty, values[name] == nil,
                let value = Self.value(bytes, from: index + name.utf8.count)
            else { return nil }
            values[name] = String(decoding: bytes[value], as: UTF8.self)
            index = value.upperBound + 1
        }
        return nil
    }

    subscript(name: String) -> String? { values[name] }

    var names: Set<String> { Set(values.keys) }

    private static func isEnd(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index < bytes.count else { return false }
        if bytes[index] == UInt8(ascii: ">") { return true }
        return bytes[index] == UInt8(ascii: "/") && index + 1 < bytes.count && bytes[index + 1] == UInt8(ascii: ">")
    }

    /// The range between the quotes of the value whose `=` is at this offset.
    private static func value(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int>? {
        guard start + 1 < bytes.count, bytes[start] == UInt8(ascii: "="), bytes[start + 1] == UInt8(ascii: "\"") else {
            return nil
        }
        var end = start + 2
        while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
            guard bytes[end] != UInt8(ascii: "<"), end - start - 2 < longestValue else { return nil }
            end += 1
        }
        return end < bytes.count ? start + 2..<end : nil
    }
}
