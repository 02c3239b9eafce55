import Foundation

/// The stable URI of a hub, channel or article: `zbimdb://HUB/`, `zbimdb://HUB/c/CHANNEL`, `zbimdb://HUB/a/ARTICLE`;
/// and of an asset, `zbimdb://HUB/assets/NAME`.
///
/// The host is the hub's id, and the path is the object's path in the content database. Names follow the rule of
/// ``Scope``, which excludes `..`, percent escapes and other ambiguous forms. A query or fragment is removed, because
/// it does not change the page.
public struct ContentURI: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The scheme of the pages and files of a hub. It comes from ZBiM, so that old links still work.
    public static let scheme = "zbimdb"
    private static let start = "\(scheme)://"

    /// The target within a hub.
    public enum Place: Sendable, Hashable {
        /// The hub's own page.
        case hub
        /// A channel's page, by the name of the channel.
        case channel(String)
        /// An article's page, by the name of the article. It does not contain the channel, so that an article can move.
        case article(String)
        /// A file that pages embed, by its name.
        case asset(String)
    }

    /// The hub's id.
    public let hub: String
    /// The target within the hub.
    public let place: Place

    /// The names are not checked here; parsing a text checks them.
    public init(hub: String, _ place: Place = .hub) {
        self.hub = hub
        self.place = place
    }

    /// Parses a URI from an app or a page.
    /// - Throws: ``WireError`` with `malformed` for another scheme, or when the rest is not one of the four targets.
    public init(_ text: String) throws(WireError) {
        var copy = text
        guard copy.withUTF8({ Self.afterScheme($0) }) != nil else {
            throw WireError(.malformed, "\"\(text.prefix(120))\" is not a \(Self.scheme):// URI")
        }
        guard let uri = copy.withUTF8({ Self(bytes: $0) }) else {
            throw WireError(.malformed, "\"\(text.prefix(120))\" does not name a hub, channel, article or asset")
        }
        self = uri
    }

    /// Parses a URI in place in a page; `nil` for any other text. A page of cards has hundreds of URIs.
    package init?(bytes: UnsafeBufferPointer<UInt8>) {
        guard let rest = Self.afterScheme(bytes) else { return nil }
        let name = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let hub = name.prefix { $0 != UInt8(ascii: "/") }
        guard Scope.isValid(hub), let place = Self.place(name[hub.endIndex...].dropFirst()) else { return nil }
        self.init(hub: String(decoding: hub, as: UTF8.self), place)
    }

    /// The end of this URI's text, if it occurs at this position of a page. The text may be the beginning of a longer
    /// URI.
    package func end(in page: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        let (kind, name) =
            switch place {
            case .hub: ("/", "")
            case .channel(let name): ("/c/", name)
            case .article(let name): ("/a/", name)
            case .asset(let name): ("/assets/", name)
            }
        var end = start
        for part in [Self.start, hub, kind, name] {
            guard page.holds(part, at: end) else { return nil }
            end += part.utf8.count
        }
        return end
    }

    /// The part after `://`; the scheme may be in any case.
    private static func afterScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>>? {
        let end = scheme.utf8.count
        guard (end + 3...512).contains(bytes.count), bytes[end..<end + 3].elementsEqual("://".utf8),
            zip(bytes, scheme.utf8).allSatisfy({ $0 | 0x20 == $1 })
        else { return nil }
        return bytes[(end + 3)...]
    }

    /// The target, from the part after the hub's slash.
    private static func place(_ path: Slice<UnsafeBufferPointer<UInt8>>) -> Place? {
        guard !path.isEmpty else { return .hub }
        let kind = path.prefix { $0 != UInt8(ascii: "/") }
        let rest = path[kind.endIndex...].dropFirst()
        guard Scope.isValid(rest) else { return nil }
        let name = String(decoding: rest, as: UTF8.self)
        if kind.elementsEqual("c".utf8) { return .channel(name) }
        if kind.elementsEqual("a".utf8) { return .article(name) }
        return kind.elementsEqual("assets".utf8) ? .asset(name) : nil
    }

    /// Decodes the text form.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Encodes the text form.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    /// The path below the hub, without a leading slash: `""`, `c/CHANNEL`, `a/ARTICLE`, `assets/NAME`.
    public var path: String {
        switch place {
        case .hub: ""
        case .channel(let name): "c/\(name)"
        case .article(let name): "a/\(name)"
        case .asset(let name): "assets/\(name)"
        }
    }

    /// The kind of page; `nil` for an asset.
    public var resourceType: ResourceType? {
        switch place {
        case .hub: .hub
        case .channel: .channel
        case .article: .article
        case .asset: nil
        }
    }

    /// The text form, as in pages and manifests.
    public var description: String { "\(Self.scheme)://\(hub)/\(path)" }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the text occurs at the position.
    fileprivate func holds(_ text: String, at start: Int) -> Bool {
        var text = text
        return text.withUTF8 { text in
            guard text.count <= count - start, let here = baseAddress, let wanted = text.baseAddress else {
                return text.isEmpty
            }
            return memcmp(here + start, wanted, text.count) == 0
        }
    }
}
