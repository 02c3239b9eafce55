import Marquee
import UIKit

/// Hands the pushes to the SDK that arrive while the app is in the background. The system calls the app's delegate for them.
final class PushDelegate: NSObject, UIApplicationDelegate {
    func application(
        _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult {
        // In front, `NotificationReporter` gets the push. A push may also start the app, so the SDK may still be starting.
        guard application.applicationState == .background, let marquee = try? await Marquee.started() else {
            return .noData
        }
        return marquee.engage.notifications.receivedPush(userInfo) == nil ? .noData : .newData
    }
}
