import MarqueeWire
import PlatformStore
import Synchronization

/// Keeps how many articles the newest release of each scope has, which its manifests alone say.
final class ArticleCounts: Sendable {
    private let counts = Mutex<[Scope: (manifests: [ManifestReference], articles: Int)]>([:])

    func count(_ release: ReleaseRecord) -> Int? {
        counts.withLock { $0[release.scope].flatMap { $0.manifests == release.manifests ? $0.articles : nil } }
    }

    func keep(_ articles: Int, _ release: ReleaseRecord) {
        counts.withLock { $0[release.scope] = (release.manifests, articles) }
    }
}
