public import Foundation

/// What a hub or a channel holds: its own page, its articles, and the assets they use; named by its hash in the signed
/// release.
///
/// Encoded as JSON Lines, one value per line in a fixed order: the ``Head``, then items, then assets. A line is the
/// unit of change, which keeps the difference between two releases small.
public struct Manifest: Sendable, Hashable {
    /// The most bytes a manifest may have.
    public static let maximumSize = 16 * 1024 * 1024
    /// The most items or assets one manifest may name.
    public static let maximumEntries = 20_000

    /// The first line: what the rest must amount to.
    public struct Head: Sendable, Hashable, Codable {
        /// The hub or channel described.
        public let uri: ContentURI
        /// How many lines of items follow.
        public let items: Int
        /// How many lines of assets follow the items.
        public let assets: Int
    }

    /// A page: the hub's or channel's own (always the first item), or an article of the channel.
    public struct Item: Sendable, Hashable, Codable {
        /// The page's address, unique within a release.
        public let uri: ContentURI
        /// Friendly for people; may be empty.
        public let title: String
        /// A sentence or two for a card, as plain text.
        public let summary: String?
        /// What tailoring matches with a user's profile; compared byte for byte.
        public let tags: [String]
        /// By the publisher's calendar; orders articles of equal score.
        public let published: Timestamp?
        /// Not shown from this time on.
        public let expires: Timestamp?
        /// Where the content came from originally; also resolves universal links.
        public let source: String?
        /// BCP 47.
        public let language: String?
        /// The page itself, among the objects.
        public let page: ObjectReference

        /// Describes a page; what is optional stays out of the encoded line.
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

        /// What people wrote.
        fileprivate var texts: [String] { tags + [title, summary, source, language].compactMap { $0 } }
    }

    /// An image, style sheet or font that pages refer to.
    public struct Asset: Sendable, Hashable, Codable {
        /// The file's address, unique within a release.
        public let uri: ContentURI
        /// What it is served as, such as `image/png`.
        public let mediaType: String
        /// The file itself, among the objects.
        public let object: ObjectReference

        /// Describes a file that pages embed.
        public init(uri: ContentURI, mediaType: String, object: ObjectReference) {
            self.uri = uri
            self.mediaType = mediaType
            self.object = object
        }
    }

    /// The hub or channel described.
    public let uri: ContentURI
    /// The place's own page first, then its articles in the publisher's order.
    public let items: [Item]
    /// The files that these pages embed.
    public let assets: [Asset]

    /// Puts a manifest together and checks it as ``init(_:)`` does.
    public init(uri: ContentURI, items: [Item], assets: [Asset] = []) throws(WireError) {
        self.uri = uri
        self.items = items
        self.assets = assets
        try validate()
    }

    /// Reads JSON Lines.
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

    /// The bytes that a release names by their hash; equal manifests give equal bytes.
    /// - Throws: `tooLarge` for more bytes than devices read.
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
        // The database that devices keep them in ends a text there, and finds afterwards that it was changed.
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

    /// Lines as one JSON array, which is decoded several times faster than each by itself.
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
