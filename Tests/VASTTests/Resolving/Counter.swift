import Synchronization

/// Numbers from 1 on, as text.
final class Counter: Sendable {
    private let count = Mutex(0)

    func next() -> String {
        count.withLock {
            $0 += 1
            return String($0)
        }
    }
}
