/// Which links an ad may open, and where.
public struct LinkPolicy: Sendable, Hashable {
    /// Whether `http` is allowed besides `https`.
    public var allowsPlainHTTP: Bool
    /// The longest URL in bytes of UTF-8.
    public var maximumBytes: Int

    /// By default only `https` is allowed.
    public init(allowsPlainHTTP: Bool = false, maximumBytes: Int = Container.Limits().urlBytes) {
        self.allowsPlainHTTP = allowsPlainHTTP
        self.maximumBytes = maximumBytes
    }

    /// Returns the link and its destination, or throws the reason for a refusal. `tel` and `sms` need the feature with
    /// the same name.
    public func judge(_ text: String, features: Set<Container.Feature>) throws(Refusal) -> (
        link: Link, in: Link.Destination
    ) {
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

    /// Returns the web link of a page, a video or a picture, or throws the reason for a refusal.
    public func judgeResource(_ text: String) throws(Refusal) -> Link {
        let link = try judge(text, features: []).link
        guard link.isWeb else { throw .blocked(scheme: String(link.scheme.prefix(32))) }
        return link
    }
}
