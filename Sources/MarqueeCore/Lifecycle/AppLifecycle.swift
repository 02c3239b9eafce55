public import Foundation

/// Follows an app from the foreground to the background and back, by the notifications that its system posts, so that
/// the app itself says nothing.
///
/// Notifications may come faster than what they cause is done: an app that comes back while it is still sending is in
/// the foreground at once.
public final class AppLifecycle: Sendable {
    /// What happens to an app.
    public enum Event: Sendable, CaseIterable {
        /// It left the screen, and will be suspended.
        case enteredBackground
        /// It comes back.
        case enteringForeground
        /// It ends now, without having been suspended.
        case terminating

        /// What UIKit posts.
        public var notification: Notification.Name {
            switch self {
            case .enteredBackground: Notification.Name("UIApplicationDidEnterBackgroundNotification")
            case .enteringForeground: Notification.Name("UIApplicationWillEnterForegroundNotification")
            case .terminating: Notification.Name("UIApplicationWillTerminateNotification")
            }
        }
    }

    /// How long the end of an app waits for what is being stored.
    ///
    /// Storing takes milliseconds; a system ends an app that takes longer than about five seconds.
    public static let terminationLimit = Duration.seconds(2)

    private static let longestWait = 60.0

    private struct State {
        var isInFront = true
        var work: Work?
        var watches: [NotificationWatch] = []
    }

    /// What is done on the way to the background.
    private struct Work: Sendable {
        let task: Task<Void, Never>
        let isDone: DispatchSemaphore
    }

    private let state = Locked(State())
    private let time: BackgroundTime
    private let limit: Duration
    private let background: @Sendable () async -> Void
    private let foreground: @Sendable () -> Void

    /// Follows nothing yet.
    /// - Parameters:
    ///   - time: gets the app time to finish in the background.
    ///   - limit: how long the end of the app waits.
    ///   - background: stores and sends; does nothing when the app is in the background already.
    ///   - foreground: takes up again; does nothing when the app is in the foreground already.
    public init(
        time: BackgroundTime = .shared, limit: Duration = AppLifecycle.terminationLimit,
        background: @escaping @Sendable () async -> Void,
        foreground: @escaping @Sendable () -> Void
    ) {
        self.time = time
        self.limit = limit
        self.background = background
        self.foreground = foreground
    }

    /// Follows what is posted to a center, until this object is gone.
    public func observe(_ center: NotificationCenter = .default) {
        // On the thread that posts: at the end of an app nothing runs after the notification.
        let watches = Event.allCases.map { event in
            NotificationWatch(event.notification, center: center) { [weak self] in self?.handle(event) }
        }
        state.withLock { $0.watches += watches }
    }

    /// Takes an event.
    ///
    /// Returns at once, but for ``Event/terminating``, which waits until everything is stored, for a limited time.
    public func handle(_ event: Event) {
        switch event {
        case .enteredBackground: _ = leave()
        case .enteringForeground:
            state.withLock { $0.isInFront = true }
            foreground()
        case .terminating: wait(for: leave())
        }
    }

    /// Begins the way to the background, unless the app is on it.
    private func leave() -> Work {
        let isDone = DispatchSemaphore(value: 0)
        let (work, isNew) = state.withLock { state -> (Work, Bool) in
            let wasInFront = state.isInFront
            state.isInFront = false
            if !wasInFront, let work = state.work { return (work, false) }
            let before = state.work?.task
            let task = Task { [weak self] in
                await before?.value
                await self?.leaveNow()
                isDone.signal()
            }
            let work = Work(task: task, isDone: isDone)
            state.work = work
            return (work, true)
        }
        if isNew {
            let end = time.begin { work.task.cancel() }
            Task {
                await work.task.value
                end()
            }
        }
        return work
    }

    private func leaveNow() async {
        // The app may be back before this began, or before it is over.
        guard !isInFront else { return }
        await background()
        if isInFront { foreground() }
    }

    private var isInFront: Bool { state.withLock { $0.isInFront } }

    private func wait(for work: Work) {
        // Bounded, because the app may pass any duration, and a larger number of nanoseconds fits no integer.
        let seconds = min(max(0, limit / .seconds(1)), Self.longestWait)
        // Signalled again, because a second notification may wait for the same work.
        if work.isDone.wait(timeout: .now() + seconds) == .success { work.isDone.signal() }
    }
}
