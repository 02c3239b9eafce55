public import MarqueeWire

/// The hooks for notifications. The app calls them; the SDK asks for no permission and watches nothing by itself.
///
/// ```swift
/// func userNotificationCenter(
///     _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
/// ) async {
///     engage.notifications.opened(response.notification.request.content.userInfo)
/// }
/// ```
///
/// Each call tracks one event and returns its id, or `nil` if the event was dropped, or without consent. The values that the app passes
/// win over the values of the notification.
public final class NotificationHook: Sendable {
    private let events: HookEvents

    init(_ events: HookEvents) { self.events = events }

    /// A notification that the app scheduled itself was shown.
    /// - Parameters:
    ///   - body: the text of the notification; `nil` counts as empty.
    ///   - action: the title of its action; without one the event has no call to action.
    ///   - values: more values for the event.
    @discardableResult
    public func receivedLocal(
        body: String?, action: String? = nil, _ values: [String: EngageValue] = [:]
    ) -> EventID? {
        events.track(.notificationReceived(message: body ?? "", callToAction: action, values))
    }

    /// A push arrived. Its parameters, at any depth, may set the campaign and the call to action.
    /// - Parameters:
    ///   - userInfo: the push's dictionary.
    ///   - values: more values for the event.
    @discardableResult
    public func receivedPush(
        _ userInfo: [AnyHashable: Any], _ values: [String: EngageValue] = [:]
    ) -> EventID? {
        let payload = NotificationPayload(userInfo)
        events.applyCampaign(payload.values)
        return events.track(
            .notificationReceived(message: payload.message, callToAction: callToAction(payload), values))
    }

    /// The user opened the app from a notification. Its parameters, at any depth, may set the campaign and the call to
    /// action.
    /// - Parameters:
    ///   - userInfo: the notification's dictionary.
    ///   - body: the text of a notification of the app itself, whose dictionary has none.
    ///   - values: more values for the event.
    @discardableResult
    public func opened(
        _ userInfo: [AnyHashable: Any], body: String? = nil, _ values: [String: EngageValue] = [:]
    ) -> EventID? {
        let payload = NotificationPayload(userInfo)
        events.applyCampaign(payload.values)
        let message = payload.message.isEmpty ? body ?? "" : payload.message
        return events.track(.notificationOpened(message: message, callToAction: callToAction(payload), values))
    }

    private func callToAction(_ payload: NotificationPayload) -> String? {
        payload.values.firstText(named: events.callToAction).flatMap { $0.isEmpty ? nil : $0 }
    }
}
