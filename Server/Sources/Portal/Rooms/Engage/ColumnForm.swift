import Foundation
import MarqueeWire
import PlatformStore

/// The fields of a new column, and its words for people.
enum ColumnForm {
    struct Choice: Sendable {
        let value: String
        let name: String
        let isSelected: Bool
    }

    static func types(chosen: String? = nil) -> [Choice] {
        XMLAPIColumnType.allCases.map {
            let value = String($0.rawValue)
            return Choice(value: value, name: name(of: $0), isSelected: value == chosen ?? "0")
        }
    }

    static func lookups(chosen: ListColumn.Lookup) -> [Choice] {
        ListColumn.Lookup.allCases.map { Choice(value: $0.rawValue, name: name(of: $0), isSelected: $0 == chosen) }
    }

    /// - Throws: ``PortalError`` with `invalidField` for a type or a look-up that there is not.
    static func column(_ form: FormFields) throws(PortalError) -> ListColumn {
        ListColumn(
            name: form["name"], type: try type(form["type"]), standard: form["standard"],
            choices: form.raw("choices").split(whereSeparator: \.isNewline)
                .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty },
            lookup: try lookup(form["lookup"]))
    }

    static func type(_ text: String) throws(PortalError) -> XMLAPIColumnType {
        guard let type = Int(text).flatMap(XMLAPIColumnType.init(rawValue:)) else {
            throw PortalError(.invalidField, "There is no such type of column.")
        }
        return type
    }

    static func lookup(_ text: String) throws(PortalError) -> ListColumn.Lookup {
        guard let lookup = ListColumn.Lookup(rawValue: text) else {
            throw PortalError(.invalidField, "A look-up is none, indexed or unique.")
        }
        return lookup
    }

    static func name(of lookup: ListColumn.Lookup) -> String {
        switch lookup {
        case .none: "none"
        case .indexed: "indexed"
        case .unique: "unique key"
        }
    }

    static func name(of type: XMLAPIColumnType) -> String {
        switch type {
        case .text: "Text"
        case .yesNo: "Yes or no"
        case .numeric: "Number"
        case .date: "Date"
        case .time: "Time of day"
        case .country: "Country"
        case .selectOne: "One of several"
        case .segmenting: "Segmenting text"
        case .smsOptIn: "Takes text messages"
        case .smsOptOutDate: "Refused text messages on"
        case .smsPhoneNumber: "Number for text messages"
        case .phoneNumber: "Phone number"
        case .timestamp: "Date and time"
        case .multiSelect: "Several of several"
        }
    }
}
