internal import Foundation

/// The declaration `<?xml …?>` at the start of a document, white space before it admitted.
struct XMLDeclaration {
    /// From `<?xml` to `?>`.
    let range: Range<Int>
    /// The part `encoding="…"`.
    let encodingRange: Range<Int>?
    /// The encoding's name in lower case.
    let encoding: String?

    /// The longest declaration that is looked for; none of the field comes near.
    private static let longest = 1024

    init?(in data: Data) {
        guard let start = data.firstIndex(where: { !XMLByte.isSpace($0) }) else { return nil }
        let head = [UInt8](data[start...].prefix(Self.longest))
        guard head.starts(with: "<?xml".utf8), head.count > 5, XMLByte.isSpace(head[5]),
            let end = Self.place(of: "?>", in: head[5...])
        else { return nil }
        range = start..<(start + end + 2)
        guard let name = Self.place(of: "encoding", in: head[5..<end]),
            let open = head[name..<end].firstIndex(where: { $0 == XMLByte.quote || $0 == XMLByte.apostrophe }),
            let close = head[(open + 1)..<end].firstIndex(of: head[open])
        else {
            (encodingRange, encoding) = (nil, nil)
            return
        }
        encodingRange = (start + name)..<(start + close + 1)
        encoding = String(decoding: head[(open + 1)..<close], as: UTF8.self).lowercased()
    }

    private static func place(of text: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
        text.withUTF8Buffer { text in
            bytes.indices.first { bytes[$0] == text.first && bytes[$0...].starts(with: text) }
        }
    }
}
