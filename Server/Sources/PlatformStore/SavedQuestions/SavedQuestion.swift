public import MarqueeWire

/// A question about behaviour that a person keeps under a name.
public struct SavedQuestion: Sendable, Hashable, Codable, Identifiable {
    /// What is asked for.
    public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case segment
        case funnel
        case retention
    }

    /// The longest question, in bytes.
    public static let maximumSize = 16_384
    /// The most questions of one kind that an app keeps.
    public static let most = 200

    /// Sorts questions in the order in which they were saved.
    public let id: String
    /// The app whose events are asked.
    public let app: String
    /// What is asked for.
    public let kind: Kind
    /// The name, unique within app and kind; 1 to 200 bytes.
    public let name: String
    /// The fields of the question's form, as in the query of an address.
    public let question: String
    /// Who saved it.
    public let madeBy: String
    /// When it was saved.
    public let created: Timestamp
}
