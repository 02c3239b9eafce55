public import MarqueeWire

/// A recipient of a list with the values of all columns.
public struct RecipientRecord: Sendable, Hashable, Codable {
    /// Who added a recipient, with XMLAPI's numbers.
    public enum Origin: Int, Sendable, Codable, CaseIterable {
        case imported = 0
        case manual = 1
        case optedIn = 2
        case tracking = 3
    }

    /// `RECIPIENT_ID`: unique on the server, over all lists.
    public let id: Int64
    /// The list.
    public let list: Int64
    /// The values by the columns' names; a column without a value is there with its standard.
    public let values: [String: String]
    /// Who added it.
    public let origin: Origin
    /// When it was added.
    public let created: Timestamp
    /// When it was changed last.
    public let modified: Timestamp
    /// When it opted in.
    public let optedIn: Timestamp?
    /// When it opted out; `nil` for a recipient that gets messages.
    public let optedOut: Timestamp?

    /// The value of a column, whatever the case of its name; empty without one.
    public func value(_ name: String) -> String {
        if let value = values[name] { return value }
        let folded = ListColumn.folded(name)
        return values.first { ListColumn.folded($0.key) == folded }?.value ?? ""
    }
}
