import MarqueeWire
import PlatformStore

/// How clients name the types of columns.
enum ColumnTypes {
    private static let words: [String: XMLAPIColumnType] = [
        "TEXT": .text, "EMAIL": .text, "YES_NO": .yesNo, "YESNO": .yesNo, "BOOLEAN": .yesNo, "NUMERIC": .numeric,
        "NUMBER": .numeric, "DATE": .date, "TIME": .time, "COUNTRY": .country, "SELECTION": .selectOne,
        "SELECT_ONE": .selectOne, "SEGMENTING": .segmenting, "SMS_OPT_IN": .smsOptIn,
        "SMS_OPT_OUT_DATE": .smsOptOutDate, "SMS_PHONE_NUMBER": .smsPhoneNumber, "PHONE_NUMBER": .phoneNumber,
        "DATE_TIME": .timestamp, "TIMESTAMP": .timestamp, "MULTI_SELECT": .multiSelect,
    ]

    /// The type of a number, or of a word as tables are made with.
    /// - Throws: fault 313.
    static func type(_ text: String) throws(XMLAPIFault) -> XMLAPIColumnType {
        if let type = Int(text).flatMap(XMLAPIColumnType.init) ?? words[text.uppercased()] { return type }
        throw XMLAPIFault(.columnTypeNotValid, "\"\(text.prefix(80))\" is no type of a column")
    }

    /// Types with few different values are not worth an index.
    static func lookup(of type: XMLAPIColumnType) -> ListColumn.Lookup {
        switch type {
        case .text, .segmenting, .numeric, .smsPhoneNumber, .phoneNumber: .indexed
        case .yesNo, .date, .time, .country, .selectOne, .smsOptIn, .smsOptOutDate, .timestamp, .multiSelect: .none
        }
    }
}
