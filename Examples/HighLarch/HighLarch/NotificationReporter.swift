import Foundation
import Marquee
import MarqueeUI
import UserNotifications

/// Hands the notifications of the app to the SDK, which watches none by itself.
///
/// A push that arrives while the app is in the background is handed over by ``PushDelegate``.
final class NotificationReporter: NSObject, UNUserNotificationCenterDelegate, Sendable {
    private let hook: NotificationHook

    /// Becomes the delegate of the centre, which does not keep it.
    init(_ hook: NotificationHook) {
        self.hook = hook
        super.init()
        UNUserNotificationCenter.current().delegate = self
    }

    /// A push or a notification of the app itself arrived while the app is in front.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        hook.received(notification)
        return [.banner, .sound]
    }

    /// The visitor opened the app from a notification.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        hook.opened(response)
    }
}
