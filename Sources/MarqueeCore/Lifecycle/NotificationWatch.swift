public import Foundation

/// Calls a closure for each notification with a given name, as long as this object exists.
public final class NotificationWatch: @unchecked Sendable {
    // SAFETY: both properties are constants. The token is used only to remove the observer, and NotificationCenter
    // allows that on any thread.
    private let token: any NSObjectProtocol
    private let center: NotificationCenter

    /// Starts to observe notifications.
    /// - Parameters:
    ///   - name: the name of the notifications.
    ///   - center: the center that posts the notifications.
    ///   - queue: the queue on which `received` runs. If it is `nil`, `received` runs on the posting thread, before the
    ///     post returns.
    ///   - received: called for each notification.
    public init(
        _ name: Notification.Name, center: NotificationCenter = .default, queue: OperationQueue? = nil,
        received: @escaping @Sendable () -> Void
    ) {
        self.center = center
        token = center.addObserver(forName: name, object: nil, queue: queue) { _ in received() }
    }

    deinit {
        center.removeObserver(token)
    }
}
