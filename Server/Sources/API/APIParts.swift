package import Collector
import Foundation
package import MarqueeWire
package import PlatformStore
package import Publishing

/// What the API stands on. A capability adds its operations here.
package struct APIParts: Sendable {
    let platform: Platform
    let publisher: Publisher
    let collector: Collector
    let importer: ContentImporter
    let now: @Sendable () -> Timestamp

    package init(
        platform: Platform, publisher: Publisher,
        collector: Collector, importer: ContentImporter,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) {
        self.platform = platform
        self.publisher = publisher
        self.collector = collector
        self.importer = importer
        self.now = now
    }

    var operations: [Operation] {
        let articles = ArticleOperations(content: platform.content, now: now)
        return AppOperations(apps: platform.apps, keys: publisher.keys).operations
            + PlaceOperations(content: platform.content).operations
            + articles.operations
            + HistoryOperations(articles: articles, publisher: publisher).operations
            + MediaOperations(
                media: platform.media, content: platform.content, library: MediaLibrary(platform: platform, now: now)
            ).operations
            + ImportOperations(importer: importer).operations
            + ReleaseOperations(releases: platform.releases, publisher: publisher).operations
            + ReportOperations(collector: collector, now: now).operations
            + EventOperations(collector: collector, now: now).operations
            + PlacementOperations(placements: platform.placements).operations
            + PlacementReportOperations(collector: collector, now: now).operations
    }
}
