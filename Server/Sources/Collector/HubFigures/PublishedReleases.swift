import MarqueeWire
import Synchronization

/// The newest release of each app and stream with its pages, asked for once a second at most.
final class PublishedReleases: Sendable {
    private static let trust = Duration.seconds(1)
    /// The time after which pages that could not be read are asked for again.
    static let patience = Duration.seconds(60)

    private struct Known {
        var version: Int64?
        var asked: ContinuousClock.Instant
        /// Whether the pages of ``version`` were read.
        var hasPages = false
        /// When the pages of ``version`` were last asked for.
        var pagesAsked: ContinuousClock.Instant?
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
    func newest(of scope: Scope) -> Int64? { known.withLock { $0[scope]?.version ?? nil } }

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
            var latest = known.withLock { $0[scope] } ?? Known(version: nil, asked: now - Self.trust)
            guard now - latest.asked >= Self.trust else { continue }
            latest.asked = now
            // While the store fails, the release that was known last counts.
            if let version = await newestRelease(scope).map(Int64.init), version != latest.version {
                latest = Known(version: version, asked: now)
            }
            if let version = latest.version, !latest.hasPages,
                latest.pagesAsked.map({ now - $0 >= Self.patience }) ?? true
            {
                latest.pagesAsked = now
                latest.pages = version > 0 ? await pages(scope, Int(version)) : []
                latest.hasPages = latest.pages != nil
            }
            let update = latest
            known.withLock { $0[scope] = update }
        }
    }
}
