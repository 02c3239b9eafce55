/// The three kinds of page; the raw values are what an app receives with a content change (seed 001, "Facilitating an
/// Adaptive Application UI").
public enum ResourceType: String, Sendable, Codable, CaseIterable {
    case hub
    case channel
    case article
}
