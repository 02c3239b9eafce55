import Testing

@testable import PlatformStore

/// Where values stand in a text, and where a question mark is something else.
struct SQLScannerTests {
    @Test(arguments: [
        ("SELECT 1", "SELECT 1", 0),
        ("SELECT ?", "SELECT $1", 1),
        ("a = ? AND b IN (?,?)", "a = $1 AND b IN ($2,$3)", 3),
        ("?", "$1", 1),
        ("", "", 0),
        ("'?' = ?", "'?' = $1", 1),
        ("'it''s ?' || ?", "'it''s ?' || $1", 1),
        ("'\\' || ?", "'\\' || $1", 1),
        ("E'\\'?' || ?", "E'\\'?' || $1", 1),
        ("e'a''?\\\\' || ?", "e'a''?\\\\' || $1", 1),
        ("name 'x?'?", "name 'x?'$1", 1),
        ("note'?'?", "note'?'$1", 1),
        ("\"a?\"\"?\" = ?", "\"a?\"\"?\" = $1", 1),
        ("-- why?\n?", "-- why?\n$1", 1),
        ("a - -?", "a - -$1", 1),
        ("/* ? /* ? */ ? */ ?", "/* ? /* ? */ ? */ $1", 1),
        ("a / ? * b", "a / $1 * b", 1),
        ("$$ ? $$ ?", "$$ ? $$ $1", 1),
        ("$a$ ? $$ ? $b$ ? $a$ ?", "$a$ ? $$ ? $b$ ? $a$ $1", 1),
        ("a$b$?", "a$b$$1", 1),
        ("1$?", "1$$1", 1),
        ("'no end ?", "'no end ?", 0),
        ("/* no end ?", "/* no end ?", 0),
        ("$x$ no end ?", "$x$ no end ?", 0),
        ("'é?' || ? || 'ü'", "'é?' || $1 || 'ü'", 1),
        ("größe = ?", "größe = $1", 1),
        ("U&'d\\0061?' || ?", "U&'d\\0061?' || $1", 1),
        ("1.5e3+?", "1.5e3+$1", 1),
    ])
    func `a question mark outside of literals, names and comments is a value`(
        sql: String, expected: String, count: Int
    ) {
        let result = PostgresDialect.numbered(sql)
        #expect(result.sql == expected)
        #expect(result.parameters == count)
    }

    @Test(arguments: ["SELECT 'a", "/*/* x */ \"q\" $t$ $t$ 12ab ?", "E'\\", "$", "$1", "$é$ ? $é$", "\u{0}?"])
    func `every byte belongs to one piece`(sql: String) {
        let (text, tokens) = SQLScanner.tokens(of: sql)
        var end = 0
        for token in tokens {
            #expect(token.bytes.lowerBound == end)
            end = token.bytes.upperBound
        }
        #expect(end == text.count)
        #expect(text == Array(sql.utf8))
    }
}
