/// The differences between the SQL that stores are written in and PostgreSQL's.
enum PostgresDialect {
    /// Replaces each `?` that stands for a value by `$1`, `$2`, ….
    /// - Returns: the text, and how many values it needs.
    static func numbered(_ sql: String) -> (sql: String, parameters: Int) {
        let (text, tokens) = SQLScanner.tokens(of: sql)
        var result: [UInt8] = []
        result.reserveCapacity(text.count + 16)
        var count = 0
        for token in tokens {
            if token.kind == .parameter {
                count += 1
                result += "$\(count)".utf8
            } else {
                result += text[token.bytes]
            }
        }
        return (String(decoding: result, as: UTF8.self), count)
    }

    /// Turns the portable statements of a migration into PostgreSQL's.
    ///
    /// In `CREATE TABLE` and `ALTER TABLE … ADD COLUMN`, the types become those that ``SQLValue`` is stored in: whole
    /// numbers and truth values `BIGINT`, texts `TEXT COLLATE "C"` because they compare by their bytes, bytes `BYTEA`.
    /// `DEFAULT TRUE` and `FALSE` become 1 and 0, `AUTOINCREMENT` becomes an identity. Everything else stays as it is.
    static func ddl(_ sql: String) -> String {
        let (text, tokens) = SQLScanner.tokens(of: sql)
        var definition = TableDefinition()
        let pieces = tokens.map { token in
            let piece = String(decoding: text[token.bytes], as: UTF8.self)
            return token.kind == .space ? piece : definition.translate(piece, isWord: token.kind == .word)
        }
        return pieces.joined()
    }

    /// Follows statements piece by piece and knows where a column's type stands.
    private struct TableDefinition {
        private enum Place {
            /// Before or within a statement that defines no column.
            case elsewhere
            /// The words of the statement so far, as long as they may introduce columns.
            case beginning([String])
            /// Before the name of a column or the keyword of a constraint.
            case item
            /// Behind a column's name.
            case type
            /// Behind a column's type.
            case details
        }

        private static let types = [
            "INTEGER": "BIGINT", "INT": "BIGINT", "BIGINT": "BIGINT", "BOOLEAN": "BIGINT", "TEXT": #"TEXT COLLATE "C""#,
            "BLOB": "BYTEA",
        ]
        private static let constraints: Set = ["CONSTRAINT", "PRIMARY", "FOREIGN", "UNIQUE", "CHECK"]

        private var place = Place.beginning([])
        private var depth = 0
        private var isAltering = false
        private var previous = ""

        mutating func translate(_ piece: String, isWord: Bool) -> String {
            let word = isWord ? piece.uppercased() : piece
            defer { previous = word }
            switch word {
            case ";" where !isWord:
                self = TableDefinition()
                return piece
            case "(" where !isWord: return open(piece)
            case ")" where !isWord:
                depth -= 1
                if depth == 0, !isAltering { place = .elsewhere }
                return piece
            case "," where !isWord:
                if depth == 1, !isAltering, case .details = place { place = .item }
                return piece
            default: return translate(piece, word)
            }
        }

        private mutating func open(_ piece: String) -> String {
            depth += 1
            if depth == 1, case .beginning(let words) = place, words.first == "CREATE", words.contains("TABLE") {
                place = .item
            }
            return piece
        }

        private mutating func translate(_ piece: String, _ word: String) -> String {
            switch place {
            case .elsewhere: return piece
            case .beginning(let words):
                begin(words, word)
                return piece
            case .item:
                place = Self.constraints.contains(word) ? .details : .type
                return piece
            case .type:
                place = .details
                return Self.types[word] ?? piece
            case .details: return detail(piece, word)
            }
        }

        /// Reads `CREATE [TEMPORARY] TABLE [IF NOT EXISTS] name` or `ALTER TABLE name ADD [COLUMN]`.
        private mutating func begin(_ words: [String], _ word: String) {
            switch (words.first, words.count) {
            case (nil, _): place = word == "CREATE" || word == "ALTER" ? .beginning([word]) : .elsewhere
            case ("CREATE", _): place = words.contains("INDEX") ? .elsewhere : .beginning(words + [word])
            case (_, 1): place = word == "TABLE" ? .beginning(words + [word]) : .elsewhere
            case (_, 2): place = .beginning(words + [word])
            case (_, 3):
                isAltering = true
                place = word == "ADD" ? .beginning(words + [word]) : .elsewhere
            default: place = word == "COLUMN" ? .item : Self.constraints.contains(word) ? .elsewhere : .type
            }
        }

        private func detail(_ piece: String, _ word: String) -> String {
            switch (previous, word) {
            case ("DEFAULT", "TRUE"): "1"
            case ("DEFAULT", "FALSE"): "0"
            case (_, "AUTOINCREMENT"): "GENERATED BY DEFAULT AS IDENTITY"
            default: piece
            }
        }
    }
}
