/// The pieces of an SQL text, as PostgreSQL divides it.
///
/// Every byte belongs to exactly one piece. A literal or a comment without an end reaches to the end of the text, and the
/// server reports it.
struct SQLScanner {
    /// A piece of the text.
    struct Token: Equatable {
        let kind: Kind
        let bytes: Range<Int>
    }

    enum Kind: Equatable {
        /// A keyword, or a name without quotes.
        case word
        /// A name in double quotes.
        case name
        /// A string in quotes, `E'…'` included, or between dollar marks.
        case string
        /// A comment, or white space.
        case space
        /// A `?` that stands for a value.
        case parameter
        /// A number, or one character that is none of the others.
        case symbol
    }

    let text: [UInt8]
    private var position = 0

    init(_ sql: String) {
        text = Array(sql.utf8)
    }

    /// All pieces of the text in their order.
    static func tokens(of sql: String) -> (text: [UInt8], tokens: [Token]) {
        var scanner = SQLScanner(sql)
        var tokens: [Token] = []
        while let token = scanner.next() { tokens.append(token) }
        return (scanner.text, tokens)
    }

    private mutating func next() -> Token? {
        guard position < text.count else { return nil }
        let start = position
        let kind = scan(text[start])
        return Token(kind: kind, bytes: start..<position)
    }

    private mutating func scan(_ byte: UInt8) -> Kind {
        switch byte {
        case UInt8(ascii: "'"):
            skipQuoted(by: byte, backslashes: false)
            return .string
        case UInt8(ascii: "\""):
            skipQuoted(by: byte, backslashes: false)
            return .name
        case UInt8(ascii: "E"), UInt8(ascii: "e"):
            guard peek(1) == UInt8(ascii: "'") else { return scanWord() }
            position += 1
            skipQuoted(by: UInt8(ascii: "'"), backslashes: true)
            return .string
        case UInt8(ascii: "-") where peek(1) == byte:
            skip { $0 != UInt8(ascii: "\n") }
            return .space
        case UInt8(ascii: "/") where peek(1) == UInt8(ascii: "*"):
            skipComment()
            return .space
        case UInt8(ascii: "$"): return skipDollarQuoted() ? .string : scanSymbol()
        case UInt8(ascii: "?"):
            position += 1
            return .parameter
        case UInt8(ascii: " "), 9...13:
            skip { $0 == UInt8(ascii: " ") || 9...13 ~= $0 }
            return .space
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            skip { Self.isDigit($0) || $0 == UInt8(ascii: ".") || Self.startsWord($0) }
            return .symbol
        default: return Self.startsWord(byte) ? scanWord() : scanSymbol()
        }
    }

    private mutating func scanWord() -> Kind {
        skip { Self.startsWord($0) || Self.isDigit($0) || $0 == UInt8(ascii: "$") }
        return .word
    }

    private mutating func scanSymbol() -> Kind {
        position += 1
        return .symbol
    }

    private func peek(_ distance: Int) -> UInt8? {
        position + distance < text.count ? text[position + distance] : nil
    }

    private mutating func skip(while isPart: (UInt8) -> Bool) {
        while position < text.count, isPart(text[position]) { position += 1 }
    }

    /// A doubled quote does not end a literal, because its second half begins another that follows at once; with
    /// backslashes it has to be recognised.
    private mutating func skipQuoted(by quote: UInt8, backslashes: Bool) {
        position += 1
        while position < text.count {
            let byte = text[position]
            position += 1
            if byte == UInt8(ascii: "\\"), backslashes {
                position = min(position + 1, text.count)
            } else if byte == quote {
                guard peek(0) == quote else { return }
                position += 1
            }
        }
    }

    /// Comments of this kind nest.
    private mutating func skipComment() {
        var depth = 0
        while position < text.count {
            if text[position] == UInt8(ascii: "/"), peek(1) == UInt8(ascii: "*") {
                depth += 1
                position += 2
            } else if text[position] == UInt8(ascii: "*"), peek(1) == UInt8(ascii: "/") {
                depth -= 1
                position += 2
                if depth == 0 { return }
            } else {
                position += 1
            }
        }
    }

    /// Skips `$$…$$` or `$tag$…$tag$`; `false` for a dollar that begins neither.
    private mutating func skipDollarQuoted() -> Bool {
        var end = position + 1
        if end < text.count, Self.startsWord(text[end]) {
            while end < text.count, Self.startsWord(text[end]) || Self.isDigit(text[end]) { end += 1 }
        }
        guard end < text.count, text[end] == UInt8(ascii: "$") else { return false }
        let mark = text[position...end]
        position = end + 1
        while position < text.count {
            if text[position...].starts(with: mark) {
                position += mark.count
                return true
            }
            position += 1
        }
        return true
    }

    private static func startsWord(_ byte: UInt8) -> Bool {
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_") || byte >= 0x80
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
