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

    func versions(of scopes: Set<Scope>) async -> [Scope: Int64] {
        var versions: [Scope: Int64] = [:]
        for scope in scopes { versions[scope] = await version(of: scope) }
        return versions
    }

    private func version(of scope: Scope) async -> Int64? {
        let now = ContinuousClock.now
        if let known = known.withLock({ $0[scope] }), now - known.asked < Self.trust { return known.version }
        guard let version = await ask(scope).map(Int64.init) else { return nil }
        known.withLock { $0[scope] = Known(version: version, asked: now) }
        return version
    }
}
