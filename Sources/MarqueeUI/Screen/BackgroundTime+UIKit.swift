#if canImport(UIKit) && canImport(WebKit)
    public import MarqueeCore
    import UIKit

    extension BackgroundTime {
        /// Makes the SDK ask UIKit for time when the app leaves the screen, so that recorded events can be sent.
        ///
        /// The view controller of a hub calls it. An app that shows no hub calls it once, at its start.
        public static func askUIKit() {
            shared.setSource { expired in
                // UIKit posts its notifications on the main thread; on another thread no time can be requested.
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

    /// One background task of UIKit. It ends only once, because UIKit allows only one end for each identifier.
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
