public import Foundation
import MarqueeCore
public import MarqueeWire

/// Decides on every address a page leads to or asks for.
///
/// Pure: the same rules and the same address give the same decision.
///
/// The gate knows names only; whether the release has a page or asset of that name is checked where it is served.
public struct RequestGate: Sendable, Hashable {
    /// Why an address outside the release is let through.
    public enum Exemption: String, Sendable, CaseIterable {
        /// It is a whitelisted URL, character for character. Lets links through, and nothing that a page embeds.
        case url
        /// Its host is a whitelisted domain.
        case domain
        /// External content is allowed altogether.
        case contentSource = "content_source"
    }

    /// What may happen with a request, and why.
    public enum Decision: Sendable, Hashable {
        /// A hub, channel or article of the release's own scheme.
        case ownPage(ContentURI)
        /// An asset of the release's own scheme.
        case ownAsset(ContentURI)
        /// The web view may load it from the network inside the page.
        case embedded(Exemption)
        /// Opens in the browser after the person agreed to leave the app.
        case external(Exemption)
        /// Goes to the app, unmodified; the scheme in lower case.
        case customScheme(String)
        /// Nothing is shown, loaded or opened.
        case denied(DenialReason)
    }

    /// How far pages may reach beyond the release.
    public var contentSource: Hub.ContentSource
    private var urls: Set<String> = []
    private var domains: Set<String> = []
    private var links = LinkRule(ownSchemes: [ContentURI.scheme, OutwardLink.scheme])

    /// Begins without exemptions.
    public init(contentSource: Hub.ContentSource = .externalAllowed) {
        self.contentSource = contentSource
    }

    /// Lets links to exactly this URL through, query and fragment included, compared character for character.
    ///
    /// It cannot be embedded: the web view's own policy compares without the query, which would let more through than
    /// was exempted.
    public mutating func whitelist(_ url: URL) {
        urls.insert(url.absoluteString)
    }

    /// Exempts every URL with this host.
    ///
    /// Parent and child domains are not covered; upper and lower case are the same.
    /// - Returns: `false` for what is not a host name; nothing is exempted then.
    @discardableResult
    public mutating func whitelist(domain: String) -> Bool {
        let name = domain.lowercased()
        guard (1...253).contains(name.utf8.count), name.utf8.allSatisfy(Self.isHostByte) else { return false }
        domains.insert(name)
        return true
    }

    /// Lets addresses of this scheme through to the app, until the end of the session.
    /// - Returns: `false` for a scheme that is malformed or has a meaning of its own (`http`, `file`, `javascript`, …);
    ///   nothing is registered then.
    @discardableResult
    public mutating func register(scheme: String) -> Bool { links.register(scheme: scheme) }

    /// The registered schemes, in lower case.
    public var customSchemes: Set<String> { links.customSchemes }

    /// What ``embedding(_:)`` lets through, as sources of a page policy.
    var policySources: [String] {
        let names = domains.sorted()
        return contentSource == .externalAllowed
            ? ["https:"] + names.map { "http://\($0):*" } : names.flatMap { ["http://\($0):*", "https://\($0):*"] }
    }

    /// A link that was followed, or a page that tries to go somewhere.
    public func navigation(to url: URL) -> Decision {
        switch url.scheme?.lowercased() {
        case ContentURI.scheme?: return own(url)
        // The address behind this scheme could not be read.
        case OutwardLink.scheme?: return .denied(.malformed)
        default: break
        }
        return switch links.decide(url) {
        case .web: exemption(url).map { .external($0) } ?? .denied(.localOnly)
        case .customScheme(let scheme): .customScheme(scheme)
        case .refused(let refusal): .denied(DenialReason(refusal))
        }
    }

    /// Something a page wants to load without leaving itself; redirects are decided on again, by their target alone.
    public func resource(_ request: ResourceRequest) -> Decision {
        guard let scheme = request.url.scheme?.lowercased() else { return .denied(.malformed) }
        switch scheme {
        case ContentURI.scheme:
            let decision = own(request.url)
            switch (decision, request.purpose) {
            case (.ownPage, .page), (.ownAsset, .resource), (.denied, _): return decision
            default: return .denied(.foreignDocument)
            }
        case "http", "https":
            guard request.purpose != .page else { return .denied(.foreignDocument) }
            if let exemption = embedding(request.url) { return .embedded(exemption) }
            guard request.redirectedFrom == nil else { return .denied(.redirect) }
            return .denied(contentSource == .localOnly ? .localOnly : .pagePolicy)
        default: return .denied(LinkRule.isDangerous(scheme) ? .dangerousScheme : .unknownScheme)
        }
    }

    private func own(_ url: URL) -> Decision {
        guard let uri = try? ContentURI(url.absoluteString) else { return .denied(.malformed) }
        return uri.resourceType == nil ? .ownAsset(uri) : .ownPage(uri)
    }

    /// Why a link may leave the release.
    private func exemption(_ url: URL) -> Exemption? {
        guard let host = url.host?.lowercased(), !host.isEmpty else { return nil }
        if urls.contains(url.absoluteString) { return .url }
        if domains.contains(host) { return .domain }
        return contentSource == .externalAllowed ? .contentSource : nil
    }

    /// Why a page may embed something from outside the release: what ``policySources`` tells the web view, so that
    /// neither lets through what the other stops.
    private func embedding(_ url: URL) -> Exemption? {
        guard let host = url.host?.lowercased(), !host.isEmpty else { return nil }
        if domains.contains(host) { return .domain }
        return contentSource == .externalAllowed && url.scheme?.lowercased() == "https" ? .contentSource : nil
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }
}
