public import MarqueeWire

/// What became of a campaign for one recipient.
public struct PushDeliveryRecord: Sendable, Hashable, Codable {
    /// The campaign's id.
    public let campaign: String
    /// The recipient's id.
    public let recipient: Int64
    /// What became of the message.
    public let outcome: PushOutcome
    /// When that was noted.
    public let time: Timestamp
}
