#if canImport(UIKit) && canImport(WebKit)
    import MarqueeCore
    import UIKit

    extension BackgroundTime {
        /// From now on the SDK asks UIKit for time to send what was recorded when the app leaves the screen.
        static func askUIKit() {
            shared.setSource { expired in
                // UIKit posts what this comes from on the main thread.
                guard Thread.isMainThread else { return {} }
                return MainActor.assumeIsolated { begin(expired) }
            }
        }

        @MainActor
        private static func begin(_ expired: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
            let task = BackgroundTask()
            task.begin(expired)
            return { Task { @MainActor in task.end() } }
        }
    }

    /// One stretch of time; ends once, because ending another one's would be an error.
    @MainActor
    private final class BackgroundTask {
        private var identifier = UIBackgroundTaskIdentifier.invalid

        nonisolated init() {}

        func begin(_ expired: @escaping @Sendable () -> Void) {
            identifier = UIApplication.shared.beginBackgroundTask(withName: "Marquee") { [self] in
                expired()
                end()
            }
        }

        func end() {
            guard identifier != .invalid else { return }
            UIApplication.shared.endBackgroundTask(identifier)
            identifier = .invalid
        }
    }
#endif
