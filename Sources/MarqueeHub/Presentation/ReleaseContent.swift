import Foundation
import MarqueeCore
import MarqueeWire

/// What presentation reads of a pinned release.
protocol ReleaseContent: Sendable {
    var version: Int { get }
    func hubs() -> [ContentItem]
    func item(_ uri: ContentURI) -> ContentItem?
    func item(source: URL) -> ContentItem?
    func listing(of page: ContentURI) -> Listing
    func page(_ uri: ContentURI) throws(HubError) -> Data
    func asset(_ uri: ContentURI) throws(HubError) -> ContentAsset?
}

extension ContentSnapshot: ReleaseContent {}
