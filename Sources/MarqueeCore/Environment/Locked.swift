import Foundation

/// A value protected by a lock.
///
/// `Synchronization.Mutex` needs iOS 18. This type has the same interface and works on iOS 16.
public final class Locked<Value>: Sendable {
    // SAFETY: `value` is accessed only between `lock()` and `unlock()` of `lock`, and `withLock` passes it out only
    // while its body runs.
    nonisolated(unsafe) private var value: Value
    private let lock = NSLock()

    /// Protects a value with a new lock.
    public init(_ value: sending Value) {
        self.value = value
    }

    /// Runs `body` with exclusive access to the value.
    ///
    /// Not reentrant: `body` must not call `withLock` of the same lock.
    public func withLock<Result, Failure: Error>(_ body: (inout sending Value) throws(Failure) -> sending Result)
        throws(Failure) -> sending Result
    {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
