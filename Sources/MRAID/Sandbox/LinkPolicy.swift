/// Which links an ad may open, and where they open.
public struct LinkPolicy: Sendable, Hashable {
    /// Whether `http` is allowed besides `https`.
    public var allowsPlainHTTP: Bool
    /// The longest URL in bytes of UTF-8.
    public var maximumBytes: Int

    /// A policy, by default for `https` alone.
    public init(allowsPlainHTTP: Bool = false, maximumBytes: Int = Limits().urlBytes) {
        self.allowsPlainHTTP = allowsPlainHTTP
        self.maximumBytes = maximumBytes
    }

    /// The link with its destination. `tel` and `sms` need the feature of their name.
    public func judge(_ text: String, features: Set<Feature>) throws(Refusal) -> (link: Link, in: Link.Destination) {
        guard text.utf8.count <= maximumBytes else { throw .tooLong }
        guard let link = Link(text) else { throw .malformed }
        if link.scheme == "http", !allowsPlainHTTP { throw .plainHTTP }
        if link.isStore { return (link, .system) }
        if link.isWeb { return (link, .app) }
        switch link.scheme {
        case "mailto": return (link, .system)
        case "tel" where features.contains(.tel): return (link, .system)
        case "sms" where features.contains(.sms): return (link, .system)
        case "tel", "sms": throw .unsupported(scheme: link.scheme)
        default: throw .blocked(scheme: String(link.scheme.prefix(32)))
        }
    }

    /// The web link that a page, a video or a picture is loaded from.
    public func judgeResource(_ text: String) throws(Refusal) -> Link {
        let link = try judge(text, features: []).link
        guard link.isWeb else { throw .blocked(scheme: String(link.scheme.prefix(32))) }
        return link
    }
}
