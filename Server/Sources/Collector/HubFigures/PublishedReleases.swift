import MarqueeWire
import Synchronization

/// The newest release of each app and stream with its pages, asked for once a second at most.
final class PublishedReleases: Sendable {
    private static let trust = Duration.seconds(1)
    /// The time after which pages that could not be read are asked for again.
    static let patience = Duration.seconds(60)

    private struct Known {
        let version: Int64
        let asked: ContinuousClock.Instant
        /// Whether the pages of ``version`` were read.
        let hasPages: Bool
        /// The pages that were read and not handed out yet.
        var pages: [PublishedPage]?
    }

    private let newestRelease: @Sendable (Scope) async -> Int?
    private let pages: @Sendable (Scope, Int) async -> [PublishedPage]?
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let known = Mutex<[Scope: Known]>([:])

    /// - Parameters:
    ///   - newestRelease: the newest release; `nil` when that is not known.
    ///   - pages: the pages of a release; `nil` when they cannot be read now.
    ///   - clock: tests replace it.
    init(
        _ newestRelease: @escaping @Sendable (Scope) async -> Int?,
        pages: @escaping @Sendable (Scope, Int) async -> [PublishedPage]? = { _, _ in [] },
        clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.newestRelease = newestRelease
        self.pages = pages
        self.clock = clock
    }

    /// The newest release of a scope as ``update(_:)`` learned it; `nil` when that is not known.
    func newest(of scope: Scope) -> Int64? { known.withLock { $0[scope]?.version } }

    /// The newest release with its pages, once for each release; `nil` when they were handed out before.
    func takePages(of scope: Scope) -> (release: Int64, pages: [PublishedPage])? {
        known.withLock { known in
            guard let release = known[scope]?.version, let pages = known[scope]?.pages else { return nil }
            known[scope]?.pages = nil
            return (release, pages)
        }
    }

    /// Asks for everything again, because what was handed out may not have been stored.
    func forget() { known.withLock { $0 = [:] } }

    func update(_ scopes: Set<Scope>) async {
        for scope in scopes {
            let now = clock()
            let before = known.withLock { $0[scope] }
            if let before, now - before.asked < (before.hasPages ? Self.trust : Self.patience) { continue }
            guard let version = await newestRelease(scope) else {
                known.withLock { $0[scope] = nil }
                continue
            }
            let isKnown = before?.hasPages == true && before?.version == Int64(version)
            let pages = isKnown ? before?.pages : version > 0 ? await self.pages(scope, version) : []
            let latest = Known(
                version: Int64(version), asked: now, hasPages: isKnown || pages != nil, pages: pages)
            known.withLock { $0[scope] = latest }
        }
    }
}
