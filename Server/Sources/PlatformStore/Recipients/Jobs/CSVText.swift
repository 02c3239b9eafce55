/// CSV (RFC 4180) as imports read and exports write it.
package enum CSVText {
    /// In bytes. A longer record is not read on.
    static let longestRecord = 256 << 10

    /// The bytes that some programs write in front of UTF-8.
    static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The names of a file's columns; empty when its first row is too long, or is not there.
    /// - Parameters:
    ///   - bytes: the beginning of the file.
    ///   - isWhole: whether nothing follows the bytes.
    package static func heading(of bytes: [UInt8], isWhole: Bool) -> [String] {
        let rest = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
        return record(in: rest, isLast: isWhole)?.fields ?? []
    }

    /// Reads the record at the beginning of bytes.
    /// - Parameter isLast: whether nothing follows the bytes.
    /// - Returns: the fields, `nil` if they are not UTF-8, and where the next record begins. `nil` when the bytes end within
    ///   the record, or are empty.
    static func record(in bytes: ArraySlice<UInt8>, isLast: Bool) -> (fields: [String]?, end: Int)? {
        guard !bytes.isEmpty else { return nil }
        var (fields, field, place, isQuoted) = ([String?](), [UInt8](), bytes.startIndex, false)
        while place < bytes.endIndex {
            let byte = bytes[place]
            place += 1
            switch byte {
            case UInt8(ascii: "\"") where isQuoted:
                if place < bytes.endIndex, bytes[place] == byte {
                    field.append(byte)
                    place += 1
                } else {
                    isQuoted = false
                }
            case UInt8(ascii: "\"") where field.isEmpty: isQuoted = true
            case UInt8(ascii: ",") where !isQuoted:
                fields.append(String(validating: field, as: UTF8.self))
                field.removeAll(keepingCapacity: true)
            case UInt8(ascii: "\n") where !isQuoted:
                return (whole(fields + [end(&field)]), place)
            default: field.append(byte)
            }
        }
        return isLast && !isQuoted ? (whole(fields + [end(&field)]), place) : nil
    }

    private static func end(_ field: inout [UInt8]) -> String? {
        if field.last == UInt8(ascii: "\r") { field.removeLast() }
        return String(validating: field, as: UTF8.self)
    }

    private static func whole(_ fields: [String?]) -> [String]? {
        let texts = fields.compactMap(\.self)
        return texts.count == fields.count ? texts : nil
    }

    /// A line with fields between quotation marks.
    static func line(_ fields: [String]) -> String {
        fields.map(quoted).joined(separator: ",") + "\r\n"
    }

    /// A text that a spreadsheet would take for a formula gets an apostrophe in front. Numbers with a sign, telephone
    /// numbers included, are no formulas: an import reads them as they were.
    private static func quoted(_ text: String) -> String {
        var field = String.UnicodeScalarView("\"".unicodeScalars)
        if isFormula(text) { field.append("'") }
        for scalar in text.unicodeScalars {
            if scalar == "\"" { field.append(scalar) }
            field.append(scalar)
        }
        field.append("\"")
        return String(field)
    }

    private static func isFormula(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first(where: { !$0.properties.isWhitespace && !$0.isInvisible }) else {
            return false
        }
        switch first {
        case "=", "@", "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": return true
        case "+", "-":
            return !text.utf8.dropFirst().allSatisfy { ColumnValue.isDigit($0) || $0 == UInt8(ascii: ".") }
        default: return false
        }
    }
}
