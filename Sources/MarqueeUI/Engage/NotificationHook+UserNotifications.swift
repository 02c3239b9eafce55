#if canImport(UserNotifications)
    public import MarqueeEngage
    public import MarqueeWire
    public import UserNotifications

    extension NotificationHook {
        /// A notification arrived while the app was in front: a push, or one of the app itself.
        ///
        /// Call it in `userNotificationCenter(_:willPresent:)`.
        /// - Returns: the event's id; `nil` if the event was dropped, or without consent.
        @discardableResult
        public func received(
            _ notification: UNNotification, _ values: [String: EngageValue] = [:]
        ) -> EventID? {
            let request = notification.request
            guard request.trigger is UNPushNotificationTrigger else {
                return receivedLocal(body: request.content.body, values)
            }
            return receivedPush(request.content.userInfo, values)
        }

        /// The user opened the app from a notification.
        ///
        /// Call it in `userNotificationCenter(_:didReceive:)`. A notification that the user dismissed is not recorded.
        /// - Returns: the event's id; `nil` if the event was dropped, or without consent.
        @discardableResult
        public func opened(
            _ response: UNNotificationResponse, _ values: [String: EngageValue] = [:]
        ) -> EventID? {
            guard response.actionIdentifier != UNNotificationDismissActionIdentifier else { return nil }
            let content = response.notification.request.content
            return opened(content.userInfo, body: content.body, values)
        }
    }
#endif
