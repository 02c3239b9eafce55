import Foundation
import MarqueeTesting
import Testing

@testable import MarqueeCore

// HUB-207
@Suite(.timeLimit(.minutes(10))) struct AppLifecycleTests {
    /// An app whose way to the background ends when the test says so.
    private final class FakeApp: Sendable {
        struct State: Sendable {
            var steps: [String] = []
            var isHeld = false
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        let state = Locked(State())

        var steps: [String] { state.withLock { $0.steps } }

        func note(_ step: String) { state.withLock { $0.steps.append(step) } }

        func leave() async {
            note("background")
            await withCheckedContinuation { continuation in
                let isHeld = state.withLock { state in
                    if state.isHeld { state.waiting.append(continuation) }
                    return state.isHeld
                }
                if !isHeld { continuation.resume() }
            }
            note("stored")
        }

        func release() {
            let waiting = state.withLock { state in
                defer { state.waiting = [] }
                state.isHeld = false
                return state.waiting
            }
            for continuation in waiting { continuation.resume() }
        }

        func lifecycle(_ appState: AppState = .foreground, limit: Duration = .seconds(60)) -> AppLifecycle {
            AppLifecycle(
                appState: appState, time: BackgroundTime(), limit: limit, background: { await self.leave() },
                foreground: { self.note("foreground") })
        }
    }

    /// Ends an app as its system does: on a thread that runs no task.
    private static func terminate(_ lifecycle: AppLifecycle) async {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                lifecycle.handle(.terminating)
                continuation.resume()
            }
        }
    }

    @Test func `what the system posts reaches the app, and nothing else does`() async {
        let (app, center) = (FakeApp(), NotificationCenter())
        let lifecycle = app.lifecycle()
        lifecycle.observe(center)
        center.post(name: Notification.Name("UIApplicationDidEnterBackgroundNotification"), object: nil)
        #expect(await eventually { app.steps == ["background", "stored"] })
        center.post(name: Notification.Name("UIApplicationWillResignActiveNotification"), object: nil)
        center.post(name: Notification.Name("UIApplicationWillEnterForegroundNotification"), object: nil)
        center.post(name: Notification.Name("UIApplicationDidBecomeActiveNotification"), object: nil)
        #expect(app.steps == ["background", "stored", "foreground"])
        withExtendedLifetime(lifecycle) {}
    }

    @Test(arguments: [AppLifecycle.Event.enteringForeground, .becameActive])
    func `an app that was started in the background gets to the foreground once`(first: AppLifecycle.Event) {
        let app = FakeApp()
        let lifecycle = app.lifecycle(.background)
        for event in [first, .becameActive] { lifecycle.handle(event) }
        #expect(app.steps == ["foreground"])
    }

    @Test func `an object that is gone hears nothing`() {
        let (app, center) = (FakeApp(), NotificationCenter())
        app.lifecycle().observe(center)
        center.post(name: AppLifecycle.Event.enteringForeground.notification, object: nil)
        #expect(app.steps == [])
    }

    @Test func `an app that comes back while it is still sending is in the foreground at once, and stays there`() async
    {
        let app = FakeApp()
        app.state.withLock { $0.isHeld = true }
        let lifecycle = app.lifecycle()
        lifecycle.handle(.enteredBackground)
        #expect(await eventually { app.steps == ["background"] })
        lifecycle.handle(.enteringForeground)
        #expect(app.steps == ["background", "foreground"])
        app.release()
        #expect(await eventually { app.steps == ["background", "foreground", "stored", "foreground"] })
    }

    @Test func `leaving twice is leaving once`() async {
        let app = FakeApp()
        let lifecycle = app.lifecycle()
        lifecycle.handle(.enteredBackground)
        lifecycle.handle(.enteredBackground)
        await Self.terminate(lifecycle)
        #expect(app.steps == ["background", "stored"])
    }

    @Test func `a second departure does not wait for what the first one still sends`() async {
        let stored = Locked(0)
        let lifecycle = AppLifecycle(
            time: BackgroundTime(),
            background: {
                let isFirst = stored.withLock { count in
                    count += 1
                    return count == 1
                }
                // A network that never answers, until the requests are cancelled.
                while isFirst, !Task.isCancelled { await Task.yield() }
            }, foreground: {})
        lifecycle.handle(.enteredBackground)
        #expect(await eventually { stored.withLock { $0 } == 1 })
        lifecycle.handle(.enteringForeground)
        lifecycle.handle(.enteredBackground)
        #expect(await eventually { stored.withLock { $0 } == 2 })
    }

    @Test func `the end of the app waits until everything is stored`() async {
        let app = FakeApp()
        await Self.terminate(app.lifecycle())
        #expect(app.steps == ["background", "stored"])
    }

    @Test func `a limit that is longer than any integer of nanoseconds ends no app`() async {
        let app = FakeApp()
        await Self.terminate(app.lifecycle(limit: .seconds(Int64.max)))
        #expect(app.steps == ["background", "stored"])
    }

    @Test func `the end of the app waits for no network that never answers`() async {
        let app = FakeApp()
        app.state.withLock { $0.isHeld = true }
        let begin = ContinuousClock.now
        await Self.terminate(app.lifecycle(limit: .milliseconds(100)))
        #expect(ContinuousClock.now - begin >= .milliseconds(100))
        #expect(!app.steps.contains("stored"))
        app.release()
    }

    @Test func `time in the background is asked for, given back, and cut off`() async {
        let (app, time, told) = (FakeApp(), BackgroundTime(), Locked<[String]>([]))
        let expire = Locked<(@Sendable () -> Void)?>(nil)
        time.setSource { expired in
            told.withLock { $0.append("begun") }
            expire.withLock { $0 = expired }
            return { told.withLock { $0.append("ended") } }
        }
        let wasCancelled = Locked(false)
        let lifecycle = AppLifecycle(
            time: time,
            background: {
                await withTaskCancellationHandler {
                    await app.leave()
                } onCancel: {
                    wasCancelled.withLock { $0 = true }
                    app.release()
                }
            }, foreground: {})
        app.state.withLock { $0.isHeld = true }
        lifecycle.handle(.enteredBackground)
        #expect(told.withLock { $0 } == ["begun"])
        #expect(await eventually { app.steps == ["background"] })
        expire.withLock { $0 }?()
        #expect(await eventually { told.withLock { $0 } == ["begun", "ended"] })
        #expect(wasCancelled.withLock { $0 })
    }
}
