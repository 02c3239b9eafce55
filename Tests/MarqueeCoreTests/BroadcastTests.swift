import Foundation
import MarqueeTesting
import Testing

@testable import MarqueeCore

/// Broadcasts with several subscribers, and the action queue of a surface.
@Suite struct BroadcastTests {
    @Test func `all subscribers get the elements in order, and a slow one gets the newest`() async {
        let broadcast = Broadcast<Int>(backlog: 3)
        let (first, second) = (broadcast.subscribe(), broadcast.subscribe(startingWith: 0))
        for number in 1...2 { broadcast.send(number) }
        let late = broadcast.subscribe()
        for number in 3...5 { broadcast.send(number) }
        let last = broadcast.subscribe()
        broadcast.finish()
        // When one has ended, all have been sent everything.
        for await _ in last {}
        for (stream, expected) in [(first, [3, 4, 5]), (second, [3, 4, 5]), (late, [3, 4, 5])] {
            var seen: [Int] = []
            for await number in stream { seen.append(number) }
            #expect(seen == expected)
        }
        for await _ in broadcast.subscribe() { Issue.record("an element after the end") }
    }

    @Test func `a backlog has room for one element at least`() async {
        let broadcast = Broadcast<Int>(backlog: 0)
        let stream = broadcast.subscribe()
        for number in 1...100 { broadcast.send(number) }
        broadcast.finish()
        var newest: Int?
        for await number in stream { newest = number }
        #expect(newest == 100)
    }

    @Test func `however fast elements are sent, few are on their way, and the newest arrives`() async {
        let broadcast = Broadcast<Int>(backlog: 10)
        let stream = broadcast.subscribe()
        var most = 0
        for number in 0..<20_000 {
            broadcast.send(number)
            most = max(most, broadcast.outgoing)
        }
        broadcast.finish()
        var seen: [Int] = []
        for await number in stream { seen.append(number) }
        #expect(most <= 10)
        #expect(seen.last == 19_999 && seen == seen.sorted())
    }

    @Test func `a subscription can start with a separate element`() async {
        let broadcast = Broadcast<String>(backlog: 10)
        let stream = broadcast.subscribe(startingWith: "now")
        broadcast.send("next")
        broadcast.finish()
        var seen: [String] = []
        for await element in stream { seen.append(element) }
        #expect(seen == ["now", "next"])
    }

    @Test func `a subscription ends when its reader stops`() async {
        let broadcast = Broadcast<Int>(backlog: 10)
        let reader = Task { [stream = broadcast.subscribe()] in for await _ in stream {} }
        #expect(broadcast.hasSubscribers)
        reader.cancel()
        await reader.value
        #expect(await eventually { !broadcast.hasSubscribers })
    }

    /// A task's lock is taken to wake the task, and held while its handlers run. Beside other tests, which share the readers'
    /// threads, the two meet less often than in a run of this suite alone.
    @Test func `sending under a lock and cancelling readers never block each other`() async {
        let broadcast = Broadcast<Int>(backlog: 1)
        let (lock, isOver) = (Locked(0), Locked(false))
        Thread.detachNewThread {
            while !isOver.withLock(\.self) {
                // Without pauses this thread would have the lock, and a processor, for itself.
                if broadcast.hasSubscribers { for _ in 0..<20 { lock.withLock { broadcast.send($0) } } }
                Thread.sleep(forTimeInterval: 0.000_2)
            }
        }
        Thread.detachNewThread {
            for _ in 0..<200 {
                let waiting = Locked(100)
                let readers = (0..<100).map { _ in
                    Task {
                        await withTaskCancellationHandler {
                            let stream = broadcast.subscribe()
                            waiting.withLock { $0 -= 1 }
                            for await _ in stream {}
                        } onCancel: {
                            lock.withLock { $0 += 1 }
                        }
                    }
                }
                while waiting.withLock({ $0 > 0 }) { Thread.sleep(forTimeInterval: 0.000_2) }
                for reader in readers { reader.cancel() }
            }
            isOver.withLock { $0 = true }
        }
        #expect(await eventually { isOver.withLock(\.self) })
        #expect(await eventually { !broadcast.hasSubscribers })
    }

    @Test func `a surface performs actions one after the other, and none after the last`() async {
        let performed = Locked<[Int]>([])
        let queue = SurfaceQueue<Int> { number in
            // A slow action must finish before the next action starts.
            for _ in 0..<(10 - number) { await Task.yield() }
            performed.withLock { $0.append(number) }
        }
        for number in 0..<5 { queue(number) }
        queue(5, isLast: true)
        queue(6)
        #expect(await eventually { performed.withLock { $0.count } >= 6 })
        #expect(performed.withLock { $0 } == [0, 1, 2, 3, 4, 5])
    }
}
