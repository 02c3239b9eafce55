/// The stable name of a hub, channel or article: `zbimdb://HUB/`, `zbimdb://HUB/c/CHANNEL`, `zbimdb://HUB/a/ARTICLE`;
/// and of an asset, `zbimdb://HUB/assets/NAME`.
///
/// The host is the hub's id, the path is the object's path in the content database. Names follow ``Scope``'s rule,
/// which rules out `..`, percent escapes and anything else that could be read in two ways. A query or fragment is not
/// part of the name and is dropped: the page stays the same one whatever anchor a link jumps to.
public struct ContentURI: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The scheme of every page and file of a hub; kept from ZBiM, so that old links lead where they led.
    public static let scheme = "zbimdb"

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
        guard text.utf8.count <= 512, let rest = Self.withoutScheme(text.utf8) else {
            throw WireError(.malformed, "\"\(text.prefix(120))\" is not a \(Self.scheme):// URI")
        }
        let name = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let parts = name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { String($0) }
        guard let hub = parts.first.flatMap(\.self), Scope.isValid(hub), let place = Self.place(parts.dropFirst())
        else {
            throw WireError(.malformed, "\"\(text.prefix(120))\" does not name a hub, channel, article or asset")
        }
        self.init(hub: hub, place)
    }

    /// What follows the scheme, in any case, and `://`.
    private static func withoutScheme(_ text: String.UTF8View) -> Substring.UTF8View? {
        var rest = text[...]
        for byte in scheme.utf8 {
            guard let first = rest.popFirst(), first | 0x20 == byte else { return nil }
        }
        for byte in "://".utf8 where rest.popFirst() != byte { return nil }
        return rest
    }

    /// The parts behind the hub; one that was no text is none.
    private static func place(_ parts: ArraySlice<String?>) -> Place? {
        guard let kind = parts.first else { return .hub }
        guard let name = parts.dropFirst().first else { return kind == "" ? .hub : nil }
        guard parts.count == 2, let name, Scope.isValid(name) else { return nil }
        switch kind {
        case "c": return .channel(name)
        case "a": return .article(name)
        case "assets": return .asset(name)
        default: return nil
        }
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
