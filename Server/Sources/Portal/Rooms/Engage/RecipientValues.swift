import MarqueeWire
import PlatformStore

/// The values of a recipient as fields of a form.
///
/// Each field comes with the value that the page showed, so that only what was edited is written.
enum RecipientValues {
    struct Field: Sendable {
        struct Option: Sendable {
            let value: String
            let name: String
            let isSelected: Bool
        }

        let number: Int
        let name: String
        let value: String
        /// What the page showed when it was loaded.
        let shown: String
        let hint: String?
        /// Instead of a text field; empty for a text.
        let options: [Option]
        let isLong: Bool
        let isShort: Bool
        let isChoice: Bool
        let isKey: Bool
    }

    private static let longText = 80
    private static let namedColumns = 20

    static func fields(of columns: [ListColumn], _ values: [String: String], typed form: FormFields?) -> [Field] {
        columns.map { column in
            let shown = form?.raw("shown.\(column.number)") ?? values[column.name] ?? ""
            let value = form?.raw("value.\(column.number)") ?? shown
            let options = options(of: column, value)
            let isLong = options.isEmpty && (shown.count > longText || shown.contains { $0.isNewline })
            return Field(
                number: column.number, name: column.name, value: value, shown: shown, hint: hint(column.type),
                options: options, isLong: isLong, isShort: options.isEmpty && !isLong, isChoice: !options.isEmpty,
                isKey: column.lookup == .unique)
        }
    }

    /// The edited values, by column name.
    static func changes(_ form: FormFields, of columns: [ListColumn]) -> [String: String] {
        var changes: [String: String] = [:]
        for column in columns where form.has("value.\(column.number)") {
            let value = form.raw("value.\(column.number)")
            if value != form.raw("shown.\(column.number)") { changes[column.name] = value }
        }
        return changes
    }

    /// The names of changed columns, for the audit log.
    static func named(_ changes: [String: String]) -> String {
        let names = changes.keys.sorted()
        let more = names.count > namedColumns ? " and \(names.count - namedColumns) more" : ""
        return names.prefix(namedColumns).joined(separator: ", ") + more
    }

    private static func options(of column: ListColumn, _ value: String) -> [Field.Option] {
        let choices: [String]
        switch column.type {
        case .yesNo, .smsOptIn: choices = ["Yes", "No"]
        case .selectOne where !column.choices.isEmpty: choices = column.choices
        default: return []
        }
        let all = [""] + choices + (value.isEmpty || choices.contains(value) ? [] : [value])
        return all.map { .init(value: $0, name: $0.isEmpty ? "(no value)" : $0, isSelected: $0 == value) }
    }

    private static func hint(_ type: XMLAPIColumnType) -> String? {
        switch type {
        case .date: "A day such as 12/31/2026 or 2026-12-31."
        case .time: "A time such as 18:30."
        case .timestamp, .smsOptOutDate: "Day and time such as 12/31/2026 18:30:00."
        case .numeric: "A number, with a point before decimals."
        case .multiSelect: "Values separated by semicolons."
        case .phoneNumber, .smsPhoneNumber: "Such as +49 170 1234567."
        case .text, .yesNo, .country, .selectOne, .segmenting, .smsOptIn: nil
        }
    }
}
