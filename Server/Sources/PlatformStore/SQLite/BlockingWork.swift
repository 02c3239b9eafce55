package import Dispatch
import Synchronization

/// Runs work that waits for the disk or occupies a processor core outside the threads that Swift's tasks share.
///
/// On Linux those tasks run on the threads of the global queues, and concurrent queues share them too; a serial queue
/// has a thread of its own while it has work.
package enum BlockingWork {
    /// The number of threads for small reads and writes.
    private static let lanes = (0..<4).map { DispatchQueue(label: "marquee.blocking.\($0)") }
    private static let next = Atomic(0)

    /// - Parameter queue: a serial queue of the caller's own, for work that must not block other work; without it, one
    ///   of a few shared queues.
    package static func run<Value: Sendable>(
        on queue: DispatchQueue? = nil, _ body: @escaping @Sendable () throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let queue = queue ?? lanes[next.wrappingAdd(1, ordering: .relaxed).oldValue & 3]
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }
}
