/// The kind of a ``UniversalEvent``: the code that the universal events API uses for it.
public struct UniversalEventType: Sendable, Hashable, RawRepresentable {
    /// The code, 0 to 9999.
    public let rawValue: Int

    /// Any code; one outside 0 to 9999 is refused by every receiver.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The app was installed.
    public static let installed = Self(rawValue: 12)
    /// A session started.
    public static let sessionStarted = Self(rawValue: 13)
    /// A session ended.
    public static let sessionEnded = Self(rawValue: 14)
    /// The user gave up on a goal.
    public static let goalAbandoned = Self(rawValue: 15)
    /// The user reached a goal.
    public static let goalCompleted = Self(rawValue: 16)
    /// An event that the app named.
    public static let named = Self(rawValue: 17)
    /// A notification, local or pushed, was received.
    public static let notificationReceived = Self(rawValue: 48)
    /// A notification, local or pushed, was opened.
    public static let notificationOpened = Self(rawValue: 49)

    private static let names: [Int: String] = [
        12: "engage_installed", 13: "engage_session_started", 14: "engage_session_ended", 15: "engage_goal_abandoned",
        16: "engage_goal_completed", 17: "engage_named", 48: "engage_notification_received",
        49: "engage_notification_opened",
    ]
    private static let codes = Dictionary(uniqueKeysWithValues: names.map { ($0.value, $0.key) })
    private static let otherPrefix = "engage_type_"

    /// The ``Event/name`` of events of this kind: `engage_goal_completed`, or `engage_type_28` for a code without a name.
    public var eventName: String { Self.names[rawValue] ?? "\(Self.otherPrefix)\(rawValue)" }

    /// The kind of the events with an ``Event/name``; `nil` for an event that is not universal.
    public init?(eventName: String) {
        if let code = Self.codes[eventName] {
            self.init(rawValue: code)
        } else {
            guard eventName.hasPrefix(Self.otherPrefix), let code = Int(eventName.dropFirst(Self.otherPrefix.count)),
                Self(rawValue: code).eventName == eventName
            else { return nil }
            self.init(rawValue: code)
        }
    }
}
