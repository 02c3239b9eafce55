import Foundation
import MarqueeCore
import MarqueeWire
import Testing

@testable import MarqueeHub

/// A release in memory.
struct FakeRelease: ReleaseContent {
    var version = 1
    var items: [ContentItem] = []
    var pages: [ContentURI: String] = [:]
    var assets: [ContentURI: ContentAsset] = [:]
    /// Pages and assets whose stored bytes are damaged.
    var damaged: Set<ContentURI> = []

    func hubs() -> [ContentItem] { items.filter { $0.type == .hub } }
    func item(_ uri: ContentURI) -> ContentItem? { items.first { $0.uri == uri } }
    func listing(of page: ContentURI) -> Listing {
        Listing(items: items, indices: items.indices.filter { items[$0].parent == page })
    }
    func item(source: URL) -> ContentItem? { items.first { $0.source == source.absoluteString } }

    func page(_ uri: ContentURI) throws(HubError) -> Data {
        try requireIntact(uri)
        guard let page = pages[uri] else { throw HubError(.missingContent, "no page \(uri)") }
        return Data(page.utf8)
    }

    func asset(_ uri: ContentURI) throws(HubError) -> ContentAsset? {
        try requireIntact(uri)
        return assets[uri]
    }

    private func requireIntact(_ uri: ContentURI) throws(HubError) {
        guard !damaged.contains(uri) else { throw HubError(.missingDatabase, "\(uri) is damaged") }
    }

    mutating func add(
        _ uri: String, parent: String? = nil, title: String = "", tags: [String] = [], day: Int64? = nil,
        expires: Timestamp? = nil,
        source: String? = nil, page: String? = nil
    ) throws {
        let uri = try ContentURI(uri)
        let type = try #require(uri.resourceType)
        let html = page ?? "<html><head></head><body>\(uri)</body></html>"
        let item = Manifest.Item(
            uri: uri, title: title, tags: tags, published: day.map { Timestamp(milliseconds: $0 * 86_400_000) },
            expires: expires, source: source,
            page: ObjectReference(of: Data(html.utf8)))
        items.append(
            ContentItem(item, type: type, parent: try parent.map { try ContentURI($0) }, position: items.count))
        pages[uri] = html
    }

    /// Two hubs. The first has a channel with three articles; each article has a different tag.
    static func sample(version: Int = 1) throws -> FakeRelease {
        var release = FakeRelease(version: version)
        try release.add("zbimdb://brand/", title: "Brand", tags: ["news"], page: list(["zbimdb://brand/c/all"]))
        try release.add("zbimdb://golf/", title: "Golf", tags: ["golf"])
        let names = ["one", "two", "three"]
        try release.add(
            "zbimdb://brand/c/all", parent: "zbimdb://brand/", title: "All",
            page: list(names.map { "zbimdb://brand/a/\($0)" }))
        for (index, name) in names.enumerated() {
            try release.add(
                "zbimdb://brand/a/\(name)", parent: "zbimdb://brand/c/all", title: name, tags: ["tag-\(name)"],
                day: Int64(index),
                source: "https://example.com/\(name)")
        }
        release.assets[ContentURI(hub: "brand", .asset("x.png"))] = ContentAsset(
            mediaType: "image/png", data: Data([1, 2, 3]))
        return release
    }

    /// A page that lists the cards of these addresses.
    static func list(_ cards: [String]) throws -> String {
        let marked = try cards.map { "\(PageMarkup.card(try ContentURI($0)))<li>\($0)</li>" }.joined()
        return "<html><head></head><body>\(PageMarkup.listStart)\(marked)\(PageMarkup.listEnd)</body></html>"
    }
}
