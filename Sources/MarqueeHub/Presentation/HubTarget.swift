import Foundation
import MarqueeCore
import MarqueeWire

/// What to present.
public enum HubTarget: Sendable, Hashable {
    /// The hub that matches the active user's profile best.
    case bestMatch
    /// The hub that matches these tags best, and articles in the order they give; the profile is not changed. Empty is
    /// like ``bestMatch``.
    case tags([String])
    /// A hub, channel or article, by its `zbimdb` URI or the `http` address it was published from.
    case uri(String)
}

extension HubTarget {
    /// The page a URI names.
    /// - Throws: ``HubError`` with `invalidParameters` for what is no URI, `missingContent` for one that the
    ///   release does not know.
    static func resolve(_ text: String, in release: any ReleaseContent) throws(HubError) -> ContentURI {
        let url = try check(text)
        guard url.scheme?.lowercased() == ContentURI.scheme else {
            guard let item = release.item(source: url) else {
                throw HubError(.missingContent, "no content was published from this address")
            }
            return item.uri
        }
        let uri = try contentURI(text)
        guard uri.resourceType != nil, release.item(uri) != nil else {
            throw HubError(.missingContent, "the content has no \(uri)")
        }
        return uri
    }

    /// The form of a URI, before any content is looked at.
    @discardableResult
    static func check(_ text: String) throws(HubError) -> URL {
        guard text.utf8.count <= 4_096, let url = URL(string: text), let scheme = url.scheme?.lowercased() else {
            throw HubError(.invalidParameters, "\(text.quoted) is not a URI")
        }
        if scheme == ContentURI.scheme { _ = try contentURI(text) }
        return url
    }

    /// Read without what is no part of the name, so that no message has it.
    private static func contentURI(_ text: String) throws(HubError) -> ContentURI {
        do { return try ContentURI(String(text.withoutQuery)) } catch {
            throw HubError(.invalidParameters, error.message, cause: error)
        }
    }

    func profile(of usage: [TagUsage]) -> TagProfile {
        if case .tags(let tags) = self, !tags.isEmpty { return TagProfile(tags: tags) }
        return TagProfile(usage: usage)
    }

    /// The first page of a presentation.
    func start(in release: any ReleaseContent, for profile: TagProfile, isShown: (ContentItem) -> Bool)
        throws(HubError) -> ContentURI
    {
        if case .uri(let text) = self { return try Self.resolve(text, in: release) }
        guard let hub = HubSelection.best(of: release.hubs().filter(isShown), for: profile, tags: \.tags) else {
            throw HubError(.missingContent, "the content has no hub that may be shown")
        }
        return hub.uri
    }
}
