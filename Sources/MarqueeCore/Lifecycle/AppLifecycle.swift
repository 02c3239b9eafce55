public import Foundation

/// Follows an app into the background and back by the system's notifications, so that the app needs no calls.
///
/// A notification may arrive before the work for the previous one is done. If the app comes back while it is still
/// sending, it is in the foreground at once.
public final class AppLifecycle: Sendable {
    /// A change of the app's state.
    public enum Event: Sendable, CaseIterable {
        /// The app left the screen, and the system may suspend it.
        case enteredBackground
        /// The app comes back to the screen.
        case enteringForeground
        /// The app is on the screen and gets touches. An app with scenes may start in the background and get there
        /// without ``enteringForeground``.
        case becameActive
        /// The app ends now and was not suspended before.
        case terminating

        /// The notification that UIKit posts for this event.
        public var notification: Notification.Name {
            switch self {
            case .enteredBackground: Notification.Name("UIApplicationDidEnterBackgroundNotification")
            case .enteringForeground: Notification.Name("UIApplicationWillEnterForegroundNotification")
            case .becameActive: Notification.Name("UIApplicationDidBecomeActiveNotification")
            case .terminating: Notification.Name("UIApplicationWillTerminateNotification")
            }
        }
    }

    /// How long a terminating app waits for running writes.
    ///
    /// Writing takes milliseconds. The system kills an app that takes longer than about five seconds.
    public static let terminationLimit = Duration.seconds(2)

    private static let longestWait = 60.0

    private struct State {
        var isInFront: Bool
        var work: Work?
        var watches: [NotificationWatch] = []
    }

    /// The work that runs when the app goes to the background.
    private struct Work: Sendable {
        let task: Task<Void, Never>
        let isDone: DispatchSemaphore
    }

    private let state: Locked<State>
    private let time: BackgroundTime
    private let limit: Duration
    private let background: @Sendable () async -> Void
    private let foreground: @Sendable () -> Void

    /// Makes an object that follows no notifications until ``observe(_:)``.
    /// - Parameters:
    ///   - appState: whether the app is on the screen now.
    ///   - time: asks the system for time to finish in the background.
    ///   - limit: how long the app's termination waits for `background`.
    ///   - background: stores and sends events. It must do nothing if the app is already in the background.
    ///   - foreground: resumes work. It must do nothing if the app is already in the foreground.
    public init(
        appState: AppState = .foreground, time: BackgroundTime = .shared,
        limit: Duration = AppLifecycle.terminationLimit,
        background: @escaping @Sendable () async -> Void,
        foreground: @escaping @Sendable () -> Void
    ) {
        state = Locked(State(isInFront: appState == .foreground))
        self.time = time
        self.limit = limit
        self.background = background
        self.foreground = foreground
    }

    /// Follows the notifications of a center, as long as this object exists.
    public func observe(_ center: NotificationCenter = .default) {
        // Handled on the posting thread, because a terminating app runs nothing after the notification.
        let watches = Event.allCases.map { event in
            NotificationWatch(event.notification, center: center) { [weak self] in self?.handle(event) }
        }
        state.withLock { $0.watches += watches }
    }

    /// Handles an event.
    ///
    /// Returns at once, except for ``Event/terminating``, which waits for a limited time until everything is stored.
    public func handle(_ event: Event) {
        switch event {
        case .enteredBackground: _ = leave()
        case .enteringForeground:
            state.withLock { $0.isInFront = true }
            foreground()
        case .becameActive:
            if !isInFront { handle(.enteringForeground) }
        case .terminating: wait(for: leave())
        }
    }

    /// Starts the work for the background, or returns the work that was started before.
    private func leave() -> Work {
        let isDone = DispatchSemaphore(value: 0)
        let (work, isNew) = state.withLock { state -> (Work, Bool) in
            let wasInFront = state.isInFront
            state.isInFront = false
            if !wasInFront, let work = state.work { return (work, false) }
            let before = state.work?.task
            let task = Task { [weak self] in
                // What an earlier departure still sends must not keep this one from storing: the system may stop the app.
                before?.cancel()
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
        // The app may come back before this task starts, and again while it runs.
        guard !isInFront else { return }
        await background()
        if isInFront { foreground() }
    }

    private var isInFront: Bool { state.withLock { $0.isInFront } }

    private func wait(for work: Work) {
        // Limited, because the app may pass any duration, and too many nanoseconds do not fit into an integer.
        let seconds = min(max(0, limit / .seconds(1)), Self.longestWait)
        // Signalled again, because another notification may wait for the same work.
        if work.isDone.wait(timeout: .now() + seconds) == .success { work.isDone.signal() }
    }
}
