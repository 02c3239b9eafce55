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
        let prefix = "\(Self.scheme)://"
        guard text.utf8.count <= 512, text.lowercased().hasPrefix(prefix) else {
            throw WireError(.malformed, "\"\(text.prefix(120))\" is not a \(prefix) URI")
        }
        let rest = text.dropFirst(prefix.count).prefix { $0 != "?" && $0 != "#" }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard let hub = parts.first, Scope.isValid(hub), let place = Self.place(parts.dropFirst()) else {
            throw WireError(.malformed, "\"\(text.prefix(120))\" does not name a hub, channel, article or asset")
        }
        self.init(hub: hub, place)
    }

    private static func place(_ parts: ArraySlice<String>) -> Place? {
        let parts = Array(parts)
        if parts.isEmpty || parts == [""] { return .hub }
        guard parts.count == 2, Scope.isValid(parts[1]) else { return nil }
        switch parts[0] {
        case "c": return .channel(parts[1])
        case "a": return .article(parts[1])
        case "assets": return .asset(parts[1])
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
