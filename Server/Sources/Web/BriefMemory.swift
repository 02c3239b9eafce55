public import MarqueeWire
import Synchronization

/// What was looked up, for a second: a server that answers thousands of requests of one sender asks its store once.
///
/// A change counts within a second on every server. The memory is bounded, since strangers choose the keys; when it is
/// full, it begins again.
public final class BriefMemory<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// How long a value is used.
    public static var lifetime: Duration { .seconds(1) }

    private let most: Int
    private let kept = Mutex<[Key: (value: Value, until: Timestamp)]>([:])

    /// - Parameter most: how many values are kept, at least 1.
    public init(most: Int) {
        self.most = most
    }

    /// The value of a key: the one that is kept, or the one that `look` finds. `nil` is never kept.
    ///
    /// A clock that was set back ends what is kept.
    public func value(of key: Key, at now: Timestamp, look: () async throws -> Value?) async throws -> Value? {
        if let known = kept.withLock({ $0[key] }), known.until > now, known.until - now <= Self.lifetime {
            return known.value
        }
        guard let value = try await look() else { return nil }
        kept.withLock { kept in
            if kept.count >= most { kept.removeAll() }
            kept[key] = (value, now + Self.lifetime)
        }
        return value
    }
}
