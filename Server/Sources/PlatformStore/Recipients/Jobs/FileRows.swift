/// Some rows of a CSV file, and where the next ones begin.
package struct FileRows: Sendable {
    /// How many bytes of a file are read for one step; more than the longest record.
    static let bytes = 512 << 10
    /// How many rows one step stores.
    static let most = 2_000

    /// How many rows one step stores in a list whose recipients are found by so many columns.
    static func most(lookups: Int) -> Int { max(50, min(most, 20_000 / max(1, lookups))) }

    /// A row with its number in the file, from 1.
    package struct Record: Sendable {
        package let number: Int
        package let fields: [String]
        /// Where the next row begins, in bytes of the file.
        let end: Int
    }

    package let records: [Record]
    /// Rows that are too long to read.
    private(set) var refusals: [JobRefusal] = []
    let position: String
    /// Whether the file ends here.
    let isLast: Bool

    /// - Parameters:
    ///   - start: where the bytes are in the file.
    ///   - isLast: whether the file ends with them.
    ///   - number: the rows before, without a heading.
    ///   - skipsFirst: whether the file begins with a heading.
    ///   - most: the most rows.
    package init(
        _ bytes: [UInt8], from start: Int, isLast: Bool, number: Int, skipsFirst: Bool, most: Int = Self.most
    ) {
        var (records, rest) = ([Record](), bytes[...])
        if start == 0, rest.starts(with: CSVText.mark) { rest = rest.dropFirst(CSVText.mark.count) }
        if start == 0, skipsFirst, let heading = CSVText.record(in: rest, isLast: isLast) {
            rest = rest[heading.end...]
        }
        let first = number + (skipsFirst ? 2 : 1)
        var isStuck = false
        while records.count < most, !rest.isEmpty {
            guard let record = CSVText.record(in: rest, isLast: isLast) else {
                isStuck = true
                break
            }
            rest = rest[record.end...]
            records.append(
                Record(number: first + records.count, fields: record.fields, end: start + rest.startIndex))
        }
        // A record that does not end within so many bytes has a quotation mark too many: nothing behind it can be read.
        let isEndless = isStuck && rest.count > CSVText.longestRecord
        if isEndless {
            refusals = [JobRefusal(row: first + records.count, reason: "the row is too long, or its quotes do not end")]
        }
        self.records = records
        self.isLast = isEndless || isLast && rest.isEmpty
        position = String(start + rest.startIndex)
    }
}
