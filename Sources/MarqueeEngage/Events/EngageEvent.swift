public import MarqueeWire

/// A behaviour to track: its type, the values of the app, and the values that follow from its kind.
///
/// ```swift
/// engage.track(.goalCompleted("Checked in", ["Seats": 2]))
/// engage.track(.named("PLAYER LOADED", ["Event Source View": "HomeViewController"]))
/// ```
///
/// The values of the app win over all others of the same name. An event is a value: nothing changes it once it is tracked.
public struct EngageEvent: Sendable, Hashable {
    /// The largest number of ``values``. The attributes of every event take the rest of a receiver's limit.
    public static let maximumValues = UniversalEvent.maximumAttributes - 14

    /// Which of the campaigns an event carries.
    enum CampaignUse: Sendable, Hashable { case current, last, none }

    /// The kind of behaviour.
    public let type: UniversalEventType
    /// The app's own values. Dictionaries are left out, lists are joined with commas.
    public let values: [String: EngageValue]
    /// The values of this kind of event, which the app's values replace.
    let derived: [EngageField: String]
    let campaign: CampaignUse
    /// When it happened; `nil` for the moment in which it is tracked.
    let time: Timestamp?
    /// The name that must not be empty; `nil` for kinds without one.
    private let requiredName: EngageField?

    init(
        _ type: UniversalEventType, _ values: [String: EngageValue], derived: [EngageField: String] = [:],
        campaign: CampaignUse = .current, time: Timestamp? = nil, requiredName: EngageField? = nil
    ) {
        self.type = type
        self.values = values
        self.derived = derived
        self.campaign = campaign
        self.time = time
        self.requiredName = requiredName
    }

    /// The user reached a goal; the name must not be empty.
    public static func goalCompleted(_ name: String, _ values: [String: EngageValue] = [:]) -> EngageEvent {
        EngageEvent(.goalCompleted, values, derived: [.goalName: name], requiredName: .goalName)
    }

    /// The user gave up on a goal; the name must not be empty.
    public static func goalAbandoned(_ name: String, _ values: [String: EngageValue] = [:]) -> EngageEvent {
        EngageEvent(.goalAbandoned, values, derived: [.goalName: name], requiredName: .goalName)
    }

    /// A behaviour that the app names; the name must not be empty.
    public static func named(_ name: String, _ values: [String: EngageValue] = [:]) -> EngageEvent {
        EngageEvent(.named, values, derived: [.eventName: name], requiredName: .eventName)
    }

    /// A behaviour of any type, with the app's values and the attributes of every event.
    public static func custom(_ type: UniversalEventType, _ values: [String: EngageValue] = [:]) -> EngageEvent {
        EngageEvent(type, values, campaign: .none)
    }

    /// The app was installed.
    static func installed(_ values: [String: EngageValue] = [:], at time: Timestamp? = nil) -> EngageEvent {
        EngageEvent(.installed, values, campaign: .last, time: time)
    }

    /// A session started, or the app was opened by a link whose parameters are the values.
    static func sessionStarted(_ values: [String: EngageValue] = [:], at time: Timestamp? = nil) -> EngageEvent {
        EngageEvent(.sessionStarted, values, time: time)
    }

    /// A session ended after this active time.
    static func sessionEnded(
        active: Duration, _ values: [String: EngageValue] = [:], at time: Timestamp? = nil
    ) -> EngageEvent {
        let seconds = max(0, active.components.seconds)
        return EngageEvent(.sessionEnded, values, derived: [.sessionDuration: String(seconds)], time: time)
    }

    /// A notification was received.
    /// - Parameter callToAction: left out if it is `nil`.
    static func notificationReceived(
        message: String, callToAction: String? = nil, _ values: [String: EngageValue] = [:]
    ) -> EngageEvent {
        notification(.notificationReceived, message, callToAction, values)
    }

    /// The app was opened from a notification.
    /// - Parameter callToAction: left out if it is `nil`.
    static func notificationOpened(
        message: String, callToAction: String? = nil, _ values: [String: EngageValue] = [:]
    ) -> EngageEvent {
        notification(.notificationOpened, message, callToAction, values)
    }

    private static func notification(
        _ type: UniversalEventType, _ message: String, _ callToAction: String?, _ values: [String: EngageValue]
    ) -> EngageEvent {
        var derived: [EngageField: String] = [.displayedMessage: message]
        derived[.callToAction] = callToAction
        return EngageEvent(type, values, derived: derived)
    }
}

extension EngageEvent {
    /// The reason why no receiver would accept the event; `nil` if there is none.
    func fault(_ names: EngageFieldNames) -> String? {
        guard (0...9_999).contains(type.rawValue) else { return "the type code \(type.rawValue) is not from 0 to 9999" }
        if let requiredName, derived[requiredName]?.isEmpty == true, values[names[requiredName]] == nil {
            return "the attribute \"\(names[requiredName])\" is empty"
        }
        guard values.count <= Self.maximumValues else { return "an event has at most \(Self.maximumValues) values" }
        for name in values.keys where !Event.Rule.propertyName.contains(name.utf8.count) {
            return Event.Fault.propertyName.message
        }
        return nil
    }
}
