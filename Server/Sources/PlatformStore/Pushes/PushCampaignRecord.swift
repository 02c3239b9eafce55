public import MarqueeWire

/// A push campaign: a message for the recipients of a list, and how far its delivery is.
public struct PushCampaignRecord: Sendable, Hashable, Codable, Identifiable {
    /// Sorts campaigns in the order in which they were made.
    public let id: String
    /// The app whose recipients get it.
    public let app: String
    /// What it says.
    public let message: PushMessage
    /// A list, contact list or query.
    public let list: Int64
    /// Who made it.
    public let madeBy: String
    /// When it was made.
    public let created: Timestamp
    /// When its delivery began; `nil` before.
    public let begun: Timestamp?
    /// When the last recipient had its turn; `nil` before.
    public let ended: Timestamp?
}
