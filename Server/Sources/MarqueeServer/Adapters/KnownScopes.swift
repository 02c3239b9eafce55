import MarqueeWire
import PlatformStore
import Synchronization

/// The apps and streams whose events are accepted: each app that exists, with its main stream and every stream that has
/// a release.
///
/// A known scope is remembered, since apps and releases are never deleted. An unknown scope is looked up again each
/// time.
final class KnownScopes: Sendable {
    private let platform: Platform
    private let known = Mutex<Set<Scope>>([])

    init(platform: Platform) {
        self.platform = platform
    }

    func contains(_ scope: Scope) async throws(StoreError) -> Bool {
        if known.withLock({ $0.contains(scope) }) { return true }
        guard try await platform.apps.app(scope.app) != nil else { return false }
        if scope.stream != Scope.mainStream, try await platform.releases.fresh(scope) == nil { return false }
        known.withLock { _ = $0.insert(scope) }
        return true
    }
}
