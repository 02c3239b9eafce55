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
        let head = data[start...].prefix(Self.longest)
        guard head.starts(with: Array("<?xml".utf8)), head.count > 5, XMLByte.isSpace(head[start + 5]),
            let end = head.range(of: Data("?>".utf8))?.upperBound
        else { return nil }
        range = start..<end
        guard let name = head[..<end].range(of: Data("encoding".utf8)),
            let open = data[name.upperBound..<end].firstIndex(where: { $0 == XMLByte.quote || $0 == XMLByte.apostrophe }
            ),
            let close = data[(open + 1)..<end].firstIndex(of: data[open])
        else {
            (encodingRange, encoding) = (nil, nil)
            return
        }
        encodingRange = name.lowerBound..<(close + 1)
        encoding = String(decoding: data[(open + 1)..<close], as: UTF8.self).lowercased()
    }
}
