import MarqueeWire
import Synchronization

/// The newest release of each app and stream, asked for once a second at most.
final class NewestReleases: Sendable {
    private static let trust = Duration.seconds(1)

    private struct Known {
        let version: Int64
        let asked: ContinuousClock.Instant
    }

    private let ask: @Sendable (Scope) async -> Int?
    private let known = Mutex<[Scope: Known]>([:])

    /// - Parameter ask: the newest release; `nil` when that is not known.
    init(_ ask: @escaping @Sendable (Scope) async -> Int?) {
        self.ask = ask
    }

    /// The newest release of a scope as ``update(_:)`` learned it; `nil` when that is not known.
    func newest(of scope: Scope) -> Int64? { known.withLock { $0[scope]?.version } }

    func update(_ scopes: Set<Scope>) async {
        for scope in scopes {
            let now = ContinuousClock.now
            if let known = known.withLock({ $0[scope] }), now - known.asked < Self.trust { continue }
            let version = await ask(scope).map(Int64.init)
            known.withLock { $0[scope] = version.map { Known(version: $0, asked: now) } }
        }
    }
}
