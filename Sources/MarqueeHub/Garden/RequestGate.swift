public import Foundation
import MarqueeCore
public import MarqueeWire

/// Decides about every address that a page links to or requests.
///
/// A value without side effects: the same rules and the same address give the same decision.
///
/// The gate checks only the form of a name. The code that serves pages and assets checks whether the release has it.
public struct RequestGate: Sendable, Hashable {
    /// Why an address outside the release is allowed.
    public enum Exemption: String, Sendable, CaseIterable {
        /// The app whitelisted exactly this URL. This allows links, but not embedding.
        case url
        /// The app whitelisted the URL's host.
        case domain
        /// All external content is allowed.
        case contentSource = "content_source"
    }

    /// The result for a request, with its reason.
    public enum Decision: Sendable, Hashable {
        /// A hub, channel or article of the release's own scheme.
        case ownPage(ContentURI)
        /// An asset of the release's own scheme.
        case ownAsset(ContentURI)
        /// The web view may load the resource from the network into the page.
        case embedded(Exemption)
        /// The link opens in the browser after the person agrees to leave the app.
        case external(Exemption)
        /// The app receives the unchanged URL. The value is the scheme in lower case.
        case customScheme(String)
        /// Nothing is shown, loaded or opened.
        case denied(DenialReason)
    }

    /// Whether pages may load resources from outside the release.
    public var contentSource: Hub.ContentSource
    private var urls: Set<String> = []
    private var domains: Set<String> = []
    private var links = LinkRule(ownSchemes: [ContentURI.scheme, OutwardLink.scheme])

    /// Makes a gate without exemptions and without registered schemes.
    public init(contentSource: Hub.ContentSource = .externalAllowed) {
        self.contentSource = contentSource
    }

    /// Allows links to exactly this URL, compared character for character with its query and fragment.
    ///
    /// Pages cannot embed the URL. The web view's policy compares URLs without their query, so it would allow more than
    /// this URL.
    public mutating func whitelist(_ url: URL) {
        urls.insert(url.absoluteString)
    }

    /// Exempts every URL with exactly this host.
    ///
    /// Parent domains and subdomains are not exempted. Upper and lower case are equal.
    /// - Returns: `false` when the text is not a host name; then nothing is exempted.
    @discardableResult
    public mutating func whitelist(domain: String) -> Bool {
        let name = domain.lowercased()
        guard (1...253).contains(name.utf8.count), name.utf8.allSatisfy(Self.isHostByte) else { return false }
        domains.insert(name)
        return true
    }

    /// Passes addresses with this scheme to the app.
    /// - Returns: `false` for a scheme that is malformed or has a fixed meaning (`http`, `file`, `javascript`, …); then
    ///   nothing is registered.
    @discardableResult
    public mutating func register(scheme: String) -> Bool { links.register(scheme: scheme) }

    /// The registered schemes, in lower case.
    public var customSchemes: Set<String> { links.customSchemes }

    /// The addresses that ``embedding(_:)`` allows, as sources of a page policy.
    var policySources: [String] {
        let names = domains.sorted()
        return contentSource == .externalAllowed
            ? ["https:"] + names.map { "http://\($0):*" } : names.flatMap { ["http://\($0):*", "https://\($0):*"] }
    }

    /// Decides about a followed link, or about a page that navigates by itself.
    public func navigation(to url: URL) -> Decision {
        switch url.scheme?.lowercased() {
        case ContentURI.scheme?: return own(url)
        // A marked link reaches this line only if its original address could not be read.
        case OutwardLink.scheme?: return .denied(.malformed)
        default: break
        }
        return switch links.decide(url) {
        case .web: exemption(url).map { .external($0) } ?? .denied(.localOnly)
        case .customScheme(let scheme): .customScheme(scheme)
        case .refused(let refusal): .denied(DenialReason(refusal))
        }
    }

    /// Decides about a resource that a page loads.
    ///
    /// A redirect gets a new decision, which depends on its target alone.
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

    /// Why a link may lead out of the release; `nil` when it may not.
    private func exemption(_ url: URL) -> Exemption? {
        guard let host = url.host?.lowercased(), !host.isEmpty else { return nil }
        if urls.contains(url.absoluteString) { return .url }
        if domains.contains(host) { return .domain }
        return contentSource == .externalAllowed ? .contentSource : nil
    }

    /// Why a page may embed a resource from outside the release; `nil` when it may not.
    ///
    /// ``policySources`` gives the web view the same rules, so that both always decide alike.
    private func embedding(_ url: URL) -> Exemption? {
        guard let host = url.host?.lowercased(), !host.isEmpty else { return nil }
        if domains.contains(host) { return .domain }
        return contentSource == .externalAllowed && url.scheme?.lowercased() == "https" ? .contentSource : nil
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
    }
}
