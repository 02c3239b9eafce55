/// Reads a template's text, tag by tag.
struct TemplateParser {
    private typealias Reference = Template.Reference
    private typealias Node = Template.Node

    /// A section, parent or block whose end has not been read yet.
    private struct Open {
        let sigil: UInt8
        let reference: Template.Reference
        var nodes: [Template.Node] = []
        /// The blocks of a parent.
        var blocks: [String: [Template.Node]] = [:]
    }

    private struct Tag {
        /// 0 where a value is printed.
        let sigil: UInt8
        let reference: Template.Reference
        /// The index after the tag.
        let end: Int
    }

    /// A tag that begins with one of these removes its whole line when the line holds nothing else.
    private static let sigils = Set("#^/!><$".utf8)

    let text: [UInt8]
    let template: String
    private var position = 0
    private var line = 1
    private var open: [Open]

    init(text: [UInt8], template: String) {
        self.text = text
        self.template = template
        open = [Open(sigil: 0, reference: Template.Reference(name: "", line: 1))]
    }

    mutating func parse() throws(TemplateError) -> [Template.Node] {
        while let start = find("{{", from: position) {
            let tag = try tag(at: start)
            let lineOfTag = span(of: tag, from: start)
            append(text: position..<lineOfTag.range.lowerBound)
            line += Self.lines(text[start..<tag.end])
            try add(tag, indentation: lineOfTag.indentation)
            if lineOfTag.range.upperBound > tag.end { line += Self.lines(text[tag.end..<lineOfTag.range.upperBound]) }
            position = lineOfTag.range.upperBound
        }
        append(text: position..<text.count)
        guard open.count == 1 else {
            throw failure(
                "\"\(open[open.count - 1].reference.name)\" is not closed", at: open[open.count - 1].reference.line)
        }
        return open[0].nodes
    }

    // MARK: Tags

    private mutating func tag(at start: Int) throws(TemplateError) -> Tag {
        let lineOfTag = line + Self.lines(text[position..<start])
        var inner = start + 2
        var closing = "}}"
        var sigil: UInt8 = 0
        switch inner < text.count ? text[inner] : 0 {
        case UInt8(ascii: "{"): (inner, closing) = (inner + 1, "}}}")
        case UInt8(ascii: "&"): inner += 1
        case let byte where Self.sigils.contains(byte): (inner, sigil) = (inner + 1, byte)
        case let byte where byte == UInt8(ascii: "=") || byte == UInt8(ascii: "%"):
            throw failure("\"{{\(Character(UnicodeScalar(byte)))\" is not supported", at: lineOfTag)
        default: break
        }
        guard let end = find(closing, from: inner) else { throw failure("a tag is not closed", at: lineOfTag) }
        let name = Self.trimmed(text[inner..<end])
        let reference = Template.Reference(name: String(decoding: name, as: UTF8.self), line: lineOfTag)
        guard sigil == UInt8(ascii: "!") || name.allSatisfy(Self.isNameByte),
            sigil == UInt8(ascii: "!") || !name.isEmpty
        else {
            throw failure("\"\(String(reference.name.prefix(40)))\" is not a name", at: lineOfTag)
        }
        return Tag(sigil: sigil, reference: reference, end: end + closing.utf8.count)
    }

    private mutating func add(_ tag: Tag, indentation: [UInt8]) throws(TemplateError) {
        switch tag.sigil {
        case 0: append(.value(tag.reference))
        case UInt8(ascii: ">"): append(.partial(tag.reference, indentation: indentation))
        case UInt8(ascii: "/"): try close(tag.reference)
        case UInt8(ascii: "!"): break
        default:
            guard open.count <= Template.maximumDepth else {
                throw TemplateError(
                    code: .nesting, template: template, line: tag.reference.line,
                    message: "sections stand more than \(Template.maximumDepth) deep inside each other")
            }
            open.append(Open(sigil: tag.sigil, reference: tag.reference))
        }
    }

    private mutating func close(_ reference: Template.Reference) throws(TemplateError) {
        guard open.count > 1, let last = open.last, last.reference.name == reference.name else {
            let expected = open.count > 1 ? ", \"\(open[open.count - 1].reference.name)\" is open" : ""
            throw failure("\"\(reference.name)\" is closed but not open\(expected)", at: reference.line)
        }
        open.removeLast()
        switch last.sigil {
        case UInt8(ascii: "#"): append(.section(last.reference, last.nodes))
        case UInt8(ascii: "^"): append(.inverted(last.reference, last.nodes))
        case UInt8(ascii: "<"): append(.parent(last.reference, blocks: last.blocks))
        default:
            if open[open.count - 1].sigil == UInt8(ascii: "<") {
                open[open.count - 1].blocks[last.reference.name] = last.nodes
            } else {
                append(.block(last.reference, last.nodes))
            }
        }
    }

    private mutating func append(_ node: Template.Node) { open[open.count - 1].nodes.append(node) }

    private mutating func append(text range: Range<Int>) {
        guard !range.isEmpty else { return }
        append(.text(Array(text[range])))
        line += Self.lines(text[range])
    }

    // MARK: Lines

    /// The range that a tag removes: the tag, or its whole line when the rest of the line is white space.
    private func span(of tag: Tag, from start: Int) -> (range: Range<Int>, indentation: [UInt8]) {
        guard Self.sigils.contains(tag.sigil) else { return (start..<tag.end, []) }
        var first = start
        while first > 0, Self.isBlank(text[first - 1]) { first -= 1 }
        guard first == 0 || text[first - 1] == UInt8(ascii: "\n"), first >= position || first == start else {
            return (start..<tag.end, [])
        }
        var last = tag.end
        while last < text.count, Self.isBlank(text[last]) || text[last] == UInt8(ascii: "\r") { last += 1 }
        guard last == text.count || text[last] == UInt8(ascii: "\n") else { return (start..<tag.end, []) }
        return (first..<min(last + 1, text.count), Array(text[first..<start]))
    }

    // MARK: Bytes

    private func find(_ word: String, from start: Int) -> Int? {
        let word = Array(word.utf8)
        var index = start
        while index + word.count <= text.count {
            if text[index] == word[0], text[index..<(index + word.count)].elementsEqual(word) { return index }
            index += 1
        }
        return nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let isSpace = { (byte: UInt8) in byte == 0x20 || (0x09...0x0D).contains(byte) }
        let front = bytes.drop(while: isSpace)
        guard let last = front.lastIndex(where: { !isSpace($0) }) else { return [] }
        return front[...last]
    }

    private static func lines(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 == UInt8(ascii: "\n") } }

    private func failure(_ message: String, at line: Int) -> TemplateError {
        TemplateError(code: .syntax, template: template, line: line, message: message)
    }
}
