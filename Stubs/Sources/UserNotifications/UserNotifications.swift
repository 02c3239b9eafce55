public import UIKit

public let UNNotificationDismissActionIdentifier = "declared"
public let UNNotificationDefaultActionIdentifier = "declared"

open class UNNotificationContent: NSObject, @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
    open var body: String { declared() }
    open var userInfo: [AnyHashable: Any] { declared() }
}

open class UNNotificationTrigger: NSObject, @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
}

open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
}

open class UNNotificationRequest: NSObject, @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
    open var content: UNNotificationContent { declared() }
    open var trigger: UNNotificationTrigger? { declared() }
}

open class UNNotification: NSObject, @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
    open var request: UNNotificationRequest { declared() }
}

open class UNNotificationResponse: NSObject, @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
    open var notification: UNNotification { declared() }
    open var actionIdentifier: String { declared() }
}

public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let sound = UNNotificationPresentationOptions(rawValue: 2)
    public static let banner = UNNotificationPresentationOptions(rawValue: 16)
}

// Apple's protocol has only optional requirements. Here each one that we implement is required, so that a misspelled
// method does not compile.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async
}

open class UNUserNotificationCenter: NSObject, @unchecked Sendable {
    // SAFETY: a declaration only; Apple's is Sendable.
    open class func current() -> UNUserNotificationCenter { declared() }
    open weak var delegate: (any UNUserNotificationCenterDelegate)?
}
