/// The type of a column of a list; the raw value is the code in `COLUMN_TYPE`.
public enum XMLAPIColumnType: Int, Sendable, CaseIterable, Codable {
    /// Text.
    case text = 0
    /// `Yes` or `No`.
    case yesNo = 1
    /// A number.
    case numeric = 2
    /// A day, `MM/dd/yyyy`.
    case date = 3
    /// A time of day.
    case time = 4
    /// A country.
    case country = 5
    /// One of several texts.
    case selectOne = 6
    /// Text that segments recipients.
    case segmenting = 8
    /// Whether the recipient takes text messages.
    case smsOptIn = 13
    /// When the recipient refused text messages.
    case smsOptOutDate = 14
    /// A number for text messages.
    case smsPhoneNumber = 15
    /// A telephone number.
    case phoneNumber = 16
    /// An instant, `MM/dd/yyyy HH:mm:ss`.
    case timestamp = 17
    /// Several of several texts.
    case multiSelect = 20
}
