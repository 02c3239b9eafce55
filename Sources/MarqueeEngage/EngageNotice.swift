public import MarqueeCore
public import MarqueeWire

/// A change of Engage, for the app or the device lab.
public enum EngageNotice: Notice, Hashable {
    /// All plug-ins ran for the event; it is ready to be sent.
    case augmented(EventID)
    /// The plug-ins took too long; the event is ready to be sent as it was tracked.
    case augmentationExpired(EventID)
    /// An event was not accepted. The text says why.
    case eventDropped(String)
    /// Another campaign is current.
    case campaignChanged(String)

    /// The name of the ancestor's notification where it had one.
    public var name: String {
        switch self {
        case .augmented: "AugmentationSuccessfulEvent"
        case .augmentationExpired: "AugmentationExpiredEvent"
        case .eventDropped: "EngageEventDropped"
        case .campaignChanged: "EngageCampaignChanged"
        }
    }

    /// The id of the event under `event`, the reason under `reason`, the campaign's name under `campaign`.
    public var userInfo: [String: String] {
        switch self {
        case .augmented(let id), .augmentationExpired(let id): ["event": id.description]
        case .eventDropped(let reason): ["reason": reason]
        case .campaignChanged(let name): ["campaign": name]
        }
    }
}
