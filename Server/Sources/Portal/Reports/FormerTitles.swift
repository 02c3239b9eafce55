import MarqueeWire
import PlatformStore
import Publishing
import Synchronization

/// The titles that deleted articles had in the last release with them.
///
/// Releases do not change, so a title that was read once is kept in memory.
final class FormerTitles: Sendable {
    /// The releases that one page reads at most: the next page goes on.
    private static let mostReleases = 10
    /// The titles that are kept.
    private static let mostTitles = 20_000

    private struct Place: Hashable {
        let scope: Scope
        let release: Int
        let article: ContentURI
    }

    private let releases: any ReleaseStore
    private let publisher: Publisher
    /// Empty for articles that their release does not name.
    private let known = Mutex<[Place: String]>([:])

    init(_ releases: any ReleaseStore, _ publisher: Publisher) {
        (self.releases, self.publisher) = (releases, publisher)
    }

    /// The titles by article; without those that no release held, and those of releases that cannot be read.
    func titles(of articles: [ContentURI], in scope: Scope) async throws -> [ContentURI: String] {
        guard !articles.isEmpty else { return [:] }
        let places = try await releases.lastReleases(of: articles, in: scope).map { article, release in
            Place(scope: scope, release: release, article: article)
        }
        let unknown = known.withLock { known in Set(places).subtracting(known.keys) }
        let byRelease = Dictionary(grouping: unknown, by: \.release).sorted { $0.key > $1.key }
        for (release, asked) in byRelease.prefix(Self.mostReleases) { await read(asked, of: release, in: scope) }
        return known.withLock { known in
            places.reduce(into: [:]) { titles, place in
                if let title = known[place], !title.isEmpty { titles[place.article] = title }
            }
        }
    }

    private func read(_ places: [Place], of release: Int, in scope: Scope) async {
        guard let manifests = try? await publisher.manifests(of: release, in: scope) else { return }
        let titles = Dictionary(manifests.flatMap(\.items).map { ($0.uri, $0.title) }) { first, _ in first }
        known.withLock { known in
            if known.count + places.count > Self.mostTitles { known = [:] }
            for place in places { known[place] = titles[place.article] ?? "" }
        }
    }
}
