import Foundation

/// The stable name of a hub, channel or article: `zbimdb://HUB/`, `zbimdb://HUB/c/CHANNEL`, `zbimdb://HUB/a/ARTICLE`;
/// and of an asset, `zbimdb://HUB/assets/NAME`.
///
/// The host is the hub's id, the path is the object's path in the content database. Names follow ``Scope``'s rule,
/// which rules out `..`, percent escapes and anything else that could be read in two ways. A query or fragment is not
/// part of the name and is dropped: the page stays the same one whatever anchor a link jumps to.
public struct ContentURI: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The scheme of every page and file of a hub; kept from ZBiM, so that old links lead where they led.
    public static let scheme = "zbimdb"
    private static let start = "\(scheme)://"

    /// What is addressed within a hub.
    public enum Place: Sendable, Hashable {
        /// The hub's own page.
        case hub
        /// A channel's page, by the channel's name.
        case channel(String)
        /// An article's page, by the article's name; it says nothing of the channel, so that an article can move.
        case article(String)
        /// A file that pages embed, by its name.
        case asset(String)
    }

    /// The hub's id.
    public let hub: String
    /// What is addressed within it.
    public let place: Place

    /// Addresses a hub, or something in it; not checked, unlike a text that is parsed.
    public init(hub: String, _ place: Place = .hub) {
        self.hub = hub
        self.place = place
    }

    /// Reads a URI as an app or a page hands it over.
    /// - Throws: ``WireError`` with `malformed` when the scheme is another one or the rest does not name one of the
    ///   four places.
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

    /// Reads a URI where it stands in a page; `nil` for what is none. A page of cards has hundreds.
    package init?(bytes: UnsafeBufferPointer<UInt8>) {
        guard let rest = Self.afterScheme(bytes) else { return nil }
        let name = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let hub = name.prefix { $0 != UInt8(ascii: "/") }
        guard Scope.isValid(hub), let place = Self.place(name[hub.endIndex...].dropFirst()) else { return nil }
        self.init(hub: String(decoding: hub, as: UTF8.self), place)
    }

    /// Where the text form ends, if it stands at a place of a page; it may be the beginning of a longer one.
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

    /// What follows the scheme, in any case, and `://`.
    private static func afterScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> Slice<UnsafeBufferPointer<UInt8>>? {
        let end = scheme.utf8.count
        guard (end + 3...512).contains(bytes.count), bytes[end..<end + 3].elementsEqual("://".utf8),
            zip(bytes, scheme.utf8).allSatisfy({ $0 | 0x20 == $1 })
        else { return nil }
        return bytes[(end + 3)...]
    }

    /// The part behind the hub's slash.
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

    /// Reads the text form.
    public init(from decoder: any Decoder) throws {
        try self.init(try decoder.singleValueContainer().decode(String.self))
    }

    /// Writes the text form.
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

    /// What kind of page this names; `nil` for an asset.
    public var resourceType: ResourceType? {
        switch place {
        case .hub: .hub
        case .channel: .channel
        case .article: .article
        case .asset: nil
        }
    }

    /// The text form, as it stands in pages and manifests.
    public var description: String { "\(Self.scheme)://\(hub)/\(path)" }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether a text stands at a place.
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
