public import Foundation

/// Calls a closure for each notification of a name, for as long as this object lives.
public final class NotificationWatch: @unchecked Sendable {
    // SAFETY: both properties are constants. The token is used only to remove the observer, and NotificationCenter allows
    // that on any thread.
    private let token: any NSObjectProtocol
    private let center: NotificationCenter

    /// Begins to watch.
    /// - Parameters:
    ///   - name: of the notifications.
    ///   - center: where they are posted.
    ///   - queue: where `received` runs; `nil` for the thread that posts, before posting returns.
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
