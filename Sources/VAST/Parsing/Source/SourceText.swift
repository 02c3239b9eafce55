internal import Foundation

/// A document's bytes as UTF-8, without a byte order mark and with line feeds as line ends. So later searches in the
/// bytes work for documents in every encoding.
///
/// Only encodings that this type can decode are accepted. An encoding that hides `<` from a byte search, such as UTF-7,
/// would also hide a document type declaration. The XML parser of Linux ends the process over some encodings.
struct SourceText {
    let utf8: Data

    /// Whether there is only white space.
    var isBlank: Bool { utf8.allSatisfy { XMLByte.isSpace($0) } }

    init(_ data: Data, mode: DocumentParser.Mode) throws(ParseError) {
        var text = Self.withLineFeeds(try Self.decoded(data))
        try Self.check(start: text)
        guard let declaration = try XMLDeclaration(in: text) else {
            utf8 = text
            return
        }
        if let name = declaration.encoding, !Self.isUTF8(name) {
            if Self.isLatin(name), !Self.hasMark(data) { text = Self.fromWindows1252(text) }
            // A document that declares UTF-16 but could be read as bytes up to here is not in UTF-16.
            guard Self.isLatin(name) || name.hasPrefix("utf-16") || name.hasPrefix("ucs-2") || Self.hasMark(data) else {
                throw ParseError(.malformedDocument, "The encoding \(name) is not supported.", line: 1, column: 1)
            }
        }
        if let range = declaration.encodingRange { Self.blank(range, in: &text) }
        if declaration.range.lowerBound > text.startIndex, mode == .lenient {
            // Some templates leave empty lines before the declaration, which XML forbids.
            Self.blank(declaration.range, in: &text)
        }
        utf8 = text
    }

    /// The XML parser guesses the encoding from the first four bytes. This check leaves it nothing to guess.
    private static func check(start text: Data) throws(ParseError) {
        guard let first = text.first else { return }
        guard first == XMLByte.lessThan || XMLByte.isSpace(first) else {
            throw XMLFailure.error("it does not begin with a tag")
        }
        if let zero = text.prefix(4).firstIndex(of: 0) {
            throw XMLFailure.error("a character is not allowed, or is not UTF-8", column: zero - text.startIndex + 1)
        }
    }

    private static func isUTF8(_ name: String) -> Bool { ["utf-8", "utf8", "us-ascii", "ascii"].contains(name) }

    private static func isLatin(_ name: String) -> Bool {
        ["iso-8859-1", "iso8859-1", "latin1", "windows-1252", "cp1252"].contains(name)
    }

    private static func hasMark(_ data: Data) -> Bool { data.starts(with: [0xEF, 0xBB, 0xBF]) }

    private static func blank(_ range: Range<Int>, in text: inout Data) {
        text.replaceSubrange(range, with: text[range].map { $0 == XMLByte.newline ? $0 : 0x20 })
    }

    /// Removes a byte order mark and converts UTF-16 to UTF-8. UTF-16 is recognised by its mark or by the zero bytes in
    /// `<?`.
    private static func decoded(_ data: Data) throws(ParseError) -> Data {
        let head = Array(data.prefix(4))
        if head == [0, 0, 0xFE, 0xFF] || head == [0xFF, 0xFE, 0, 0] || head.starts(with: [0, 0, 0]) {
            throw ParseError(.malformedDocument, "UTF-32 is not supported.", line: 1, column: 1)
        }
        if hasMark(data) { return withoutMarks(data) }
        if head.starts(with: [0xFF, 0xFE]) { return fromUTF16(data.dropFirst(2), isBigEndian: false) }
        if head.starts(with: [0xFE, 0xFF]) { return fromUTF16(data.dropFirst(2), isBigEndian: true) }
        if head.starts(with: [0x3C, 0]) { return fromUTF16(data, isBigEndian: false) }
        if head.starts(with: [0, 0x3C]) { return fromUTF16(data, isBigEndian: true) }
        return data.startIndex == 0 ? data : Data(data)
    }

    /// A carriage return ends a line, with or without a line feed after it (XML 1.0, section 2.11). The XML parser of
    /// Linux keeps both in CDATA, so they are replaced before it reads them.
    private static func withLineFeeds(_ data: Data) -> Data {
        data.withUnsafeBytes { bytes in
            guard bytes.contains(XMLByte.carriageReturn) else { return data }
            var result: [UInt8] = []
            result.reserveCapacity(bytes.count)
            var previous: UInt8 = 0
            for byte in bytes {
                if byte == XMLByte.carriageReturn {
                    result.append(XMLByte.newline)
                } else if byte != XMLByte.newline || previous != XMLByte.carriageReturn {
                    result.append(byte)
                }
                previous = byte
            }
            return Data(result)
        }
    }

    /// A document joined from others may have several marks.
    private static func withoutMarks(_ data: Data) -> Data {
        var rest = data
        while hasMark(rest) { rest = rest.dropFirst(3) }
        return Data(rest)
    }

    private static func fromUTF16(_ data: Data, isBigEndian: Bool) -> Data {
        let bytes = [UInt8](data)
        let units = stride(from: 0, to: bytes.count - bytes.count % 2, by: 2).map { index in
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        return Data(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Like browsers, this reads ISO 8859-1 as Windows-1252. They differ only in control characters that no document
    /// uses.
    private static func fromWindows1252(_ data: Data) -> Data {
        var scalars = String.UnicodeScalarView()
        for byte in data {
            let code = 0x80...0x9F ~= byte ? windows1252[Int(byte) - 0x80] : UInt16(byte)
            scalars.append(Unicode.Scalar(code) ?? "\u{FFFD}")
        }
        return Data(String(scalars).utf8)
    }

    /// The code points of bytes 80 to 9F.
    private static let windows1252: [UInt16] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ]
}
