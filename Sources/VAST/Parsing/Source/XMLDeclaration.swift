internal import Foundation

/// The declaration `<?xml …?>` at the start of a document. White space before it is accepted.
struct XMLDeclaration {
    /// From `<?xml` to `?>`.
    let range: Range<Int>
    /// The part `encoding="…"`.
    let encodingRange: Range<Int>?
    /// The encoding's name in lower case.
    let encoding: String?

    /// The longest accepted declaration. Declarations in use are far shorter.
    private static let longest = 1024

    /// - Returns: `nil` when there is no declaration.
    /// - Throws: when the declaration has no end or contains the word `encoding` twice. The XML parser could then read
    ///   an encoding that was not checked here.
    init?(in data: Data) throws(ParseError) {
        guard let start = data.firstIndex(where: { !XMLByte.isSpace($0) }) else { return nil }
        let head = [UInt8](data[start...].prefix(Self.longest))
        guard head.starts(with: "<?xml".utf8), head.count > 5, XMLByte.isSpace(head[5]) else { return nil }
        guard let end = Self.place(of: "?>", in: head[5...]) else {
            throw XMLFailure.error("the XML declaration does not end")
        }
        range = start..<(start + end + 2)
        guard let name = Self.place(of: "encoding", in: head[5..<end]) else {
            (encodingRange, encoding) = (nil, nil)
            return
        }
        guard let open = head[name..<end].firstIndex(where: { $0 == XMLByte.quote || $0 == XMLByte.apostrophe }),
            let close = head[(open + 1)..<end].firstIndex(of: head[open]),
            Self.place(of: "encoding", in: head[(name + 1)..<end]) == nil
        else { throw XMLFailure.error("the XML declaration names no encoding") }
        encodingRange = (start + name)..<(start + close + 1)
        encoding = String(decoding: head[(open + 1)..<close], as: UTF8.self).lowercased()
    }

    private static func place(of text: StaticString, in bytes: ArraySlice<UInt8>) -> Int? {
        text.withUTF8Buffer { text in
            bytes.indices.first { bytes[$0] == text.first && bytes[$0...].starts(with: text) }
        }
    }
}
