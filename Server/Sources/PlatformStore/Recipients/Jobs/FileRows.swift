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
        /// Why nothing can be made of it; `nil` for a row with values, and for an empty line.
        let problem: String?

        /// An empty line stands for nothing.
        var isBlank: Bool { fields == [""] && problem == nil }

        fileprivate init(number: Int, fields: [String]?, end: Int) {
            (self.number, self.end) = (number, end)
            self.fields = fields ?? []
            problem =
                fields == nil
                ? "the row is not written in UTF-8"
                : self.fields.count > 1 && self.fields.allSatisfy(\.isEmpty) ? "the row has no values" : nil
        }
    }

    package let records: [Record]
    /// Why nothing behind the rows can be read; `nil` while the file goes on.
    private(set) var failure: String?
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
        // A record that does not end in the file or within so many bytes has a quotation mark too many.
        let isEndless = isStuck && (isLast || rest.count > CSVText.longestRecord)
        if isEndless {
            failure = "row \(first + records.count) is too long, or its quotes do not end: nothing from it on was read"
        }
        self.records = records
        self.isLast = isEndless || isLast && rest.isEmpty
        position = String(start + rest.startIndex)
    }
}
