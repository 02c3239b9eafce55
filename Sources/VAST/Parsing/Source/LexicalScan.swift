internal import Foundation

/// Checks a document before the XML parser reads it. It refuses a document type declaration, and tags, depths and
/// element counts beyond the limits.
///
/// It recognises tags, comments, CDATA and instructions; the XML parser checks whether they match. No declaration can
/// be hidden from the scan: it reads a document differently from the parser only where the parser refuses the document.
///
/// An instruction without data, such as `<?page?>`, gets a space after its name, because the XML parser of Linux ends
/// the process over such an instruction.
struct LexicalScan {
    private let bytes: UnsafeRawBufferPointer
    private let limits: DocumentParser.Limits
    private var position = 0
    private var depth = 0
    private var elements = 0
    /// The ends of instructions without data.
    private var bareInstructions: [Int] = []

    /// The document in the form that the XML parser may read.
    /// - Throws: the first violation of the limits, with its position.
    static func admit(_ data: Data, limits: DocumentParser.Limits) throws(ParseError) -> Data {
        let (violation, ends) = data.withUnsafeBytes { buffer in
            var scan = LexicalScan(bytes: buffer, limits: limits)
            return (scan.run(), scan.bareInstructions)
        }
        if let violation { throw violation }
        guard !ends.isEmpty else { return data }
        var (result, start) = (Data(capacity: data.count + ends.count), 0)
        for end in ends {
            result += data[(data.startIndex + start)..<(data.startIndex + end)]
            result.append(XMLByte.space)
            start = end
        }
        return result + data[(data.startIndex + start)...]
    }

    private init(bytes: UnsafeRawBufferPointer, limits: DocumentParser.Limits) {
        self.bytes = bytes
        self.limits = limits
    }

    private mutating func run() -> ParseError? {
        while let start = find(XMLByte.lessThan) {
            position = start
            if let error = markup() { return error }
        }
        return nil
    }

    private mutating func markup() -> ParseError? {
        if starts(with: "<!--") {
            skip(past: "-->", from: 4)
        } else if starts(with: "<![CDATA[") {
            skip(past: "]]>", from: 9)
        } else if starts(with: "<?") {
            instruction()
        } else if starts(with: "<!") {
            return error("Document type declarations are not supported.", at: position)
        } else if starts(with: "</") {
            depth -= 1
            skip(past: ">", from: 2)
        } else {
            return startTag()
        }
        return nil
    }

    private mutating func instruction() {
        let start = position + 2
        guard skip(past: "?>", from: 2) else { return }
        let end = position - 2
        if !bytes[start..<end].contains(where: XMLByte.isSpace) { bareInstructions.append(end) }
    }

    private mutating func startTag() -> ParseError? {
        let start = position
        var attributes = 0
        var quote: UInt8?
        position += 1
        while position < bytes.count {
            let byte = bytes[position]
            if byte == quote {
                quote = nil
            } else if quote == nil {
                if byte == XMLByte.greaterThan { break }
                if byte == XMLByte.quote || byte == XMLByte.apostrophe { quote = byte }
                if byte == XMLByte.equals { attributes += 1 }
            }
            position += 1
            if position - start > limits.tagBytes {
                return error("A tag has more than \(limits.tagBytes) bytes.", at: start)
            }
        }
        return counted(start, attributes: attributes)
    }

    private mutating func counted(_ start: Int, attributes: Int) -> ParseError? {
        elements += 1
        depth += 1
        let isClosed = position > start + 1 && position < bytes.count && bytes[position - 1] == XMLByte.slash
        defer { if isClosed { depth -= 1 } }
        if attributes > limits.attributes {
            return error("An element has more than \(limits.attributes) attributes.", at: start)
        }
        if depth > limits.depth { return error("Elements are nested deeper than \(limits.depth).", at: start) }
        if elements > limits.elements { return error("There are more than \(limits.elements) elements.", at: start) }
        return nil
    }

    private func find(_ byte: UInt8) -> Int? {
        guard position < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + position, Int32(byte), bytes.count - position)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    private func starts(with text: StaticString) -> Bool {
        guard bytes.count - position >= text.utf8CodeUnitCount, let base = bytes.baseAddress else { return false }
        return memcmp(base + position, text.utf8Start, text.utf8CodeUnitCount) == 0
    }

    /// Moves past the next `text` that begins at least `offset` bytes ahead, or to the end.
    /// - Returns: whether the text was found.
    @discardableResult
    private mutating func skip(past text: StaticString, from offset: Int) -> Bool {
        position += offset
        while let next = find(text.utf8Start.pointee) {
            position = next
            if starts(with: text) {
                position += text.utf8CodeUnitCount
                return true
            }
            position += 1
        }
        position = bytes.count
        return false
    }

    private func error(_ message: String, at offset: Int) -> ParseError {
        let before = bytes[..<offset]
        let line = before.reduce(1) { $1 == XMLByte.newline ? $0 + 1 : $0 }
        let start = before.lastIndex(of: XMLByte.newline).map { $0 + 1 } ?? 0
        return ParseError(.malformedDocument, message, line: line, column: offset - start + 1)
    }
}
