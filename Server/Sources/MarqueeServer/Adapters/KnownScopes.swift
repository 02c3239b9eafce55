import MarqueeWire
import PlatformStore
import Synchronization

/// The apps and streams whose events are taken: apps that exist, each with its main stream and those that something was
/// published for.
///
/// What was found once is remembered, since neither is ever deleted; what was not is looked up again.
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
