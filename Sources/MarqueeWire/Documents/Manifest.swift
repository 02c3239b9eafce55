public import Foundation

/// The content of a hub or a channel: its own page, its articles, and the assets they use. A signed release names it by
/// hash.
///
/// It is encoded as JSON Lines in a fixed order: the ``Head``, then items, then assets. Each value has one line, which
/// keeps the difference between two releases small.
public struct Manifest: Sendable, Hashable {
    /// The largest size of a manifest in bytes.
    public static let maximumSize = 16 * 1024 * 1024
    /// The largest number of items, and of assets, in one manifest.
    public static let maximumEntries = 20_000

    /// The first line. It states the number of lines that follow.
    public struct Head: Sendable, Hashable, Codable {
        /// The hub or channel of the manifest.
        public let uri: ContentURI
        /// The number of item lines.
        public let items: Int
        /// The number of asset lines after the items.
        public let assets: Int
    }

    /// A page: the page of the hub or channel itself (always the first item), or an article of the channel.
    public struct Item: Sendable, Hashable, Codable {
        /// The URI of the page, unique within a release.
        public let uri: ContentURI
        /// The title for display; may be empty.
        public let title: String
        /// One or two sentences for a card, as plain text.
        public let summary: String?
        /// The tags that are matched with a user's profile; compared byte for byte.
        public let tags: [String]
        /// When the publisher published it. Articles with equal scores are ordered by it.
        public let published: Timestamp?
        /// The page is not shown from this time on.
        public let expires: Timestamp?
        /// The original address of the content. Universal links are resolved with it.
        public let source: String?
        /// The language as a BCP 47 tag.
        public let language: String?
        /// The page as an object.
        public let page: ObjectReference

        /// Values that are nil are left out of the encoded line.
        public init(
            uri: ContentURI, title: String, summary: String? = nil, tags: [String] = [], published: Timestamp? = nil,
            expires: Timestamp? = nil,
            source: String? = nil, language: String? = nil, page: ObjectReference
        ) {
            self.uri = uri
            self.title = title
            self.summary = summary
            self.tags = tags
            self.published = published
            self.expires = expires
            self.source = source
            self.language = language
            self.page = page
        }

        /// The texts that people wrote.
        fileprivate var texts: [String] { tags + [title, summary, source, language].compactMap { $0 } }
    }

    /// An image, style sheet or font that pages refer to.
    public struct Asset: Sendable, Hashable, Codable {
        /// The URI of the file, unique within a release.
        public let uri: ContentURI
        /// The media type for serving it, such as `image/png`.
        public let mediaType: String
        /// The file as an object.
        public let object: ObjectReference

        /// `mediaType` is served with the file.
        public init(uri: ContentURI, mediaType: String, object: ObjectReference) {
            self.uri = uri
            self.mediaType = mediaType
            self.object = object
        }
    }

    /// The hub or channel of the manifest.
    public let uri: ContentURI
    /// The page of the hub or channel first, then its articles in the publisher's order.
    public let items: [Item]
    /// The files that the pages embed.
    public let assets: [Asset]

    /// Checks the values as ``init(_:)`` does.
    public init(uri: ContentURI, items: [Item], assets: [Asset] = []) throws(WireError) {
        self.uri = uri
        self.items = items
        self.assets = assets
        try validate()
    }

    /// Decodes and checks JSON Lines.
    public init(_ data: Data) throws(WireError) {
        guard data.count <= Self.maximumSize else { throw WireError(.tooLarge, "manifest of \(data.count) bytes") }
        var lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)[...]
        let head = try Self.decode(Head.self, lines.popFirst())
        guard (0...Self.maximumEntries).contains(head.items), (0...Self.maximumEntries).contains(head.assets),
            lines.count == head.items + head.assets
        else {
            throw WireError(
                .malformed, "manifest \(head.uri) has \(lines.count) lines, not \(head.items) + \(head.assets)")
        }
        let items = try Self.decode([Item].self, Self.array(lines.prefix(head.items)))
        let assets = try Self.decode([Asset].self, Self.array(lines.dropFirst(head.items)))
        guard items.count == head.items, assets.count == head.assets else {
            throw WireError(.malformed, "a line of manifest \(head.uri) holds more than one value")
        }
        try self.init(uri: head.uri, items: items, assets: assets)
    }

    /// The bytes that a release names by hash. Equal manifests give equal bytes.
    /// - Throws: `tooLarge` when devices would refuse the size.
    public func encoded() throws(WireError) -> Data {
        let data: Data
        do { data = try lines() } catch { throw WireError(.malformed, "manifest \(uri) cannot be encoded") }
        guard data.count <= Self.maximumSize else {
            throw WireError(.tooLarge, "manifest \(uri) has \(data.count) bytes; at most \(Self.maximumSize) are read")
        }
        return data
    }

    private func lines() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var data = Data()
        func append(_ line: some Encodable) throws {
            data.append(try encoder.encode(line))
            data.append(UInt8(ascii: "\n"))
        }
        try append(Head(uri: uri, items: items.count, assets: assets.count))
        for item in items { try append(item) }
        for asset in assets { try append(asset) }
        return data
    }

    private func validate() throws(WireError) {
        guard items.count <= Self.maximumEntries, assets.count <= Self.maximumEntries else {
            throw WireError(
                .tooLarge,
                """
                manifest \(uri) names \(items.count) pages and \(assets.count) files; at most \(Self.maximumEntries) of \
                each are read
                """)
        }
        // SQLite on the device ends a text at a zero byte. The device would later report the text as changed.
        if let item = items.first(where: { $0.texts.contains { $0.utf8.contains(0) } }) {
            throw WireError(.malformed, "a text of \(item.uri) holds a zero byte")
        }
        guard items.first?.uri == uri else {
            throw WireError(.malformed, "manifest \(uri) does not start with its own page")
        }
        for item in items.dropFirst() {
            guard case .article = item.uri.place, item.uri.hub == uri.hub, uri.resourceType == .channel else {
                throw WireError(.malformed, "\(item.uri) cannot be an item of \(uri)")
            }
        }
        for asset in assets {
            guard case .asset = asset.uri.place, asset.uri.hub == uri.hub else {
                throw WireError(.malformed, "\(asset.uri) is no asset of \(uri)")
            }
        }
        let names = items.map(\.uri) + assets.map(\.uri)
        guard Set(names).count == names.count else {
            throw WireError(.malformed, "manifest \(uri) names something twice")
        }
    }

    /// Lines as one JSON array, which decodes several times faster than single lines.
    private static func array(_ lines: ArraySlice<Data>) -> Data {
        [UInt8(ascii: "[")] + Data(lines.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "]")]
    }

    private static func decode<Value: Decodable>(_: Value.Type, _ line: Data?) throws(WireError) -> Value {
        guard let line else { throw WireError(.truncated, "manifest ends early") }
        do { return try JSONDecoder().decode(Value.self, from: line) } catch {
            throw WireError(.malformed, "manifest line: \(error)")
        }
    }
}
