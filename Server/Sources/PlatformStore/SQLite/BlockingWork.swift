package import Dispatch

/// Runs what waits for the disk or burns a core outside the threads that Swift's tasks share.
package enum BlockingWork {
    package static func run<Value: Sendable>(
        on queue: DispatchQueue = .global(), _ body: @escaping @Sendable () throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        let result: Result<Value, StoreError> = await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: Result(catching: body)) }
        }
        return try result.get()
    }
}
