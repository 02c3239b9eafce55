import Foundation

/// A value behind a lock.
///
/// `Synchronization.Mutex` needs iOS 18; this serves iOS 16 with the same shape.
public final class Locked<Value>: Sendable {
    // SAFETY: `value` is only touched between `lock()` and `unlock()` of the same lock, and `withLock` hands it out for
    // the duration of its body alone.
    nonisolated(unsafe) private var value: Value
    private let lock = NSLock()

    /// Puts a value behind the lock.
    public init(_ value: sending Value) {
        self.value = value
    }

    /// Runs `body` with exclusive access.
    ///
    /// Not reentrant.
    public func withLock<Result, Failure: Error>(_ body: (inout sending Value) throws(Failure) -> sending Result)
        throws(Failure) -> sending Result
    {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
