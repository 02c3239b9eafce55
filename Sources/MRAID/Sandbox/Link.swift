/// An absolute URL that an ad may lead to, taken apart as far as its safety needs.
///
/// The schemes are a list of those allowed. `file`, `javascript`, `data`, `about`, `blob` and whatever else an ad may
/// come up with are not on it.
public struct Link: Sendable, Hashable {
    /// Where a link is opened.
    public enum Destination: String, Sendable, Hashable {
        /// The app's own browser.
        case app
        /// The system: telephone, messages, mail, store.
        case system
    }

    /// The URL, with a scheme in lower case.
    public let text: String
    /// The scheme in lower case.
    public let scheme: String
    /// The host in lower case, for a link with an authority.
    public let host: String?

    /// A link, or nil when the text is none: no scheme, no host where one is needed, control characters, blanks.
    ///
    /// A link that begins with `//` is `https`.
    public init?(_ text: String) {
        let trimmed = text.drop { $0 == " " || $0 == "\n" }
        let full = trimmed.hasPrefix("//") ? "https:" + trimmed : String(trimmed)
        guard let colon = full.firstIndex(of: ":"), !full.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F }) else {
            return nil
        }
        let scheme = full[..<colon].lowercased()
        guard let first = scheme.unicodeScalars.first, ("a"..."z").contains(first),
            scheme.unicodeScalars.allSatisfy(Self.isSchemeCharacter)
        else { return nil }
        self.scheme = scheme
        self.text = scheme + full[colon...]
        host = Self.host(after: full[full.index(after: colon)...])
        if Self.webSchemes.contains(scheme), host?.isEmpty ?? true { return nil }
    }

    /// Whether the link leads to the web.
    public var isWeb: Bool { Self.webSchemes.contains(scheme) }

    /// Whether the link leads to a store's app.
    public var isStore: Bool {
        Self.storeSchemes.contains(scheme) || (isWeb && host.map(Self.storeHosts.contains) ?? false)
    }

    static let webSchemes: Set<String> = ["http", "https"]
    static let storeSchemes: Set<String> = ["itms", "itmss", "itms-apps", "itms-appss", "market"]
    static let storeHosts: Set<String> = ["apps.apple.com", "itunes.apple.com", "play.google.com"]

    private static func isSchemeCharacter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "a"..."z", "0"..."9", "+", "-", ".": true
        default: false
        }
    }

    /// The authority without user and port. A backslash ends it, as in browsers.
    private static func host(after rest: Substring) -> String? {
        guard rest.hasPrefix("//") else { return nil }
        let authority = rest.dropFirst(2).prefix { !"/?#\\".contains($0) }
        let named = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if named.hasPrefix("[") { return named.prefix { $0 != "]" }.lowercased() + "]" }
        return named.prefix { $0 != ":" }.lowercased()
    }
}
