import Foundation
import MarqueeCore
import MarqueeWire

/// The complete contents of a release, derived only from its signed documents and checked for consistency.
///
/// A new content file is built from the catalog, and a stored file is compared with it.
struct Catalog: Sendable {
    /// The largest number of pages and assets of one release.
    static let maximumEntries = 250_000

    let release: Release
    /// Hubs, channels and articles, each hub followed by its channels, each channel by its articles.
    private(set) var items: [ContentItem] = []
    private(set) var assets: [ContentURI: Manifest.Asset] = [:]
    /// All objects that the release needs, with its manifests, by hash.
    private(set) var objects: [ObjectHash: ObjectReference] = [:]
    private var byURI: [ContentURI: Int] = [:]
    private var byParent: [ContentURI?: [Int]] = [:]
    private var bySource: [String: Int] = [:]

    /// Derives the items and checks that they are consistent. `manifests` must be in the release's order.
    /// - Throws: ``RefreshError`` with `invalidContent` when a hub has no channel, a channel has no article, a page occurs
    ///   twice, or one name has two meanings.
    init(release: Release, manifests: [Manifest]) throws(RefreshError) {
        self.release = release
        guard manifests.map(\.uri) == release.manifests.map(\.uri) else {
            throw RefreshError(.invalidContent, "the manifests are not those that release \(release.version) names")
        }
        for reference in release.manifests { try need(reference.object, for: reference.uri) }
        for manifest in manifests { try add(manifest) }
        try requireHierarchy()
    }

    var hubs: [ContentItem] { children(of: nil) }

    func item(_ uri: ContentURI) -> ContentItem? { byURI[uri].map { items[$0] } }

    func item(source: String) -> ContentItem? { bySource[source].map { items[$0] } }

    func children(of parent: ContentURI?) -> [ContentItem] { byParent[parent, default: []].map { items[$0] } }

    func listing(of page: ContentURI) -> Listing { Listing(items: items, indices: byParent[page, default: []]) }

    private mutating func add(_ manifest: Manifest) throws(RefreshError) {
        for item in manifest.items {
            let isOwnPage = item.uri == manifest.uri
            let parent: ContentURI? =
                switch manifest.uri.place {
                case .hub: nil
                default: isOwnPage ? ContentURI(hub: manifest.uri.hub) : manifest.uri
                }
            try add(item, parent: parent)
        }
        for asset in manifest.assets { try add(asset) }
        guard items.count + assets.count <= Self.maximumEntries else {
            throw RefreshError(
                .invalidContent, "release \(release.version) has more than \(Self.maximumEntries) pages and assets")
        }
    }

    private mutating func add(_ item: Manifest.Item, parent: ContentURI?) throws(RefreshError) {
        guard let type = item.uri.resourceType, byURI[item.uri] == nil else {
            throw RefreshError(.invalidContent, "page \(item.uri) occurs twice")
        }
        try need(item.page, for: item.uri)
        let index = items.count
        items.append(ContentItem(item, type: type, parent: parent, position: byParent[parent, default: []].count))
        byURI[item.uri] = index
        byParent[parent, default: []].append(index)
        if let source = item.source, bySource[source] == nil { bySource[source] = index }
    }

    private mutating func add(_ asset: Manifest.Asset) throws(RefreshError) {
        guard assets[asset.uri] == nil || assets[asset.uri] == asset else {
            throw RefreshError(.invalidContent, "asset \(asset.uri) occurs twice with different contents")
        }
        try need(asset.object, for: asset.uri)
        assets[asset.uri] = asset
    }

    private mutating func need(_ object: ObjectReference, for uri: ContentURI) throws(RefreshError) {
        guard objects[object.sha256] == nil || objects[object.sha256] == object else {
            throw RefreshError(
                .invalidContent, "\(uri) names object \(object.sha256.hex.prefix(12)) with a different length")
        }
        objects[object.sha256] = object
    }

    /// Requires at least one hub, one channel in each hub, and one article in each channel. The publisher checks the
    /// same.
    private func requireHierarchy() throws(RefreshError) {
        guard !hubs.isEmpty else { throw RefreshError(.invalidContent, "release \(release.version) has no hub") }
        for item in items where item.type != .article {
            guard !byParent[item.uri, default: []].isEmpty else {
                throw RefreshError(.invalidContent, "\(item.type.rawValue) \(item.uri) is empty")
            }
        }
    }
}
