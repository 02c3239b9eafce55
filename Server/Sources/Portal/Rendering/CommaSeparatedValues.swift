/// A table as RFC 4180 text that spreadsheets open: UTF-8, CRLF, fields quoted where needed.
struct CommaSeparatedValues {
    private(set) var text: String

    init(header: [String]) {
        text = ""
        append(header)
    }

    mutating func append(_ row: [String]) {
        text += row.map(Self.field).joined(separator: ",") + "\r\n"
    }

    /// A value that a spreadsheet would take for a formula gets an apostrophe before it: titles come from feeds, and a
    /// feed is a stranger.
    private static func field(_ value: String) -> String {
        var value = value
        if let first = value.first, "=+-@\t\r".contains(first), Double(value) == nil { value = "'" + value }
        guard value.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return value }
        return "\"" + value.replacing("\"", with: "\"\"") + "\""
    }
}
