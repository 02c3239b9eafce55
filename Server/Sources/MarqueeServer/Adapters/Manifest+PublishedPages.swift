import Collector
import MarqueeWire

extension Manifest {
    /// The manifest's pages for the reports, each article in its channel.
    var publishedPages: [PublishedPage] {
        items.map { PublishedPage(uri: $0.uri, channel: $0.uri.resourceType == .article ? uri : nil) }
    }
}
