import Dispatch
import PlatformStore
import Synchronization

/// Reads one piece on a thread of its own while the caller works on the piece before.
///
/// Not for several threads at once.
final class ReadAhead<Value: Sendable> {
    private final class Reading: Sendable {
        let value = Mutex<Value?>(nil)
        let end = DispatchSemaphore(value: 0)
    }

    private let queue = DispatchQueue(label: "marquee.spool.ahead")
    private var ahead: (position: SpoolPosition, reading: Reading)?

    /// Begins to read at a position.
    ///
    /// If prefetching fails, the caller reads synchronously and gets the same error.
    func begin(at position: SpoolPosition, _ read: @escaping @Sendable () throws(StoreError) -> Value) {
        let reading = Reading()
        ahead = (position, reading)
        queue.async {
            let value = try? read()
            reading.value.withLock { $0 = value }
            reading.end.signal()
        }
    }

    /// The value read at a position; `nil` when another position was read, or reading failed.
    func take(at position: SpoolPosition) -> Value? {
        guard let (known, reading) = ahead else { return nil }
        ahead = nil
        reading.end.wait()
        return known == position ? reading.value.withLock { $0 } : nil
    }
}
