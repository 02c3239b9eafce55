import Dispatch
import PlatformStore
import Synchronization

/// Does one reading on a thread of its own while its caller is busy with the one before.
///
/// Not for several threads at once.
final class ReadAhead<Value: Sendable> {
    private final class Reading: Sendable {
        let value = Mutex<Value?>(nil)
        let end = DispatchSemaphore(value: 0)
    }

    private let queue = DispatchQueue(label: "marquee.spool.ahead")
    private var ahead: (place: SpoolPosition, reading: Reading)?

    /// Begins to read what lies at a place.
    ///
    /// Whoever is given nothing for it reads there himself, and meets the error that this one met.
    func begin(at place: SpoolPosition, _ read: @escaping @Sendable () throws(StoreError) -> Value) {
        let reading = Reading()
        ahead = (place, reading)
        queue.async {
            let value = try? read()
            reading.value.withLock { $0 = value }
            reading.end.signal()
        }
    }

    /// What lies at a place; `nil` when something else was read, or nothing could be.
    func take(at place: SpoolPosition) -> Value? {
        guard let (known, reading) = ahead else { return nil }
        ahead = nil
        reading.end.wait()
        return known == place ? reading.value.withLock { $0 } : nil
    }
}
