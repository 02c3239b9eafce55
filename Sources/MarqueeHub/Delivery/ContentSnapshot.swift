public import Foundation
public import MarqueeCore
public import MarqueeWire

/// One verified release, pinned: it reads the same whatever is downloaded meanwhile, and its file stays until the last
/// reference is gone.
public final class ContentSnapshot: Sendable {
    /// The release's version.
    public let version: Int
    /// The newest signed state that was known when the snapshot was taken; ``ContentLibrary/fresh`` is the current one.
    public let fresh: Fresh

    init(version: Int, fresh: Fresh) {
        self.version = version
        self.fresh = fresh
    }

    /// In the publisher's order.
    public func hubs() -> [ContentItem] { [] }

    /// The channels of a hub or the articles of a channel, in the publisher's order; empty for anything else.
    public func children(of parent: ContentURI) -> [ContentItem] { [] }

    public func item(_ uri: ContentURI) -> ContentItem? { nil }

    /// The page that was published from this address.
    public func item(source: URL) -> ContentItem? { nil }

    /// A hub's, channel's or article's page, verified against the signed hash at every read.
    /// - Throws: ``MarqueeError`` with `missingContent` when the release has no such page, `missingDatabase` when the
    ///   stored bytes are damaged.
    public func page(_ uri: ContentURI) throws(MarqueeError) -> Data {
        throw MarqueeError(.missingContent, "no page \(uri)")
    }

    /// An asset, verified like a page; `nil` when the release has none of that name.
    /// - Throws: ``MarqueeError`` with `missingDatabase` when the stored bytes are damaged.
    public func asset(_ uri: ContentURI) throws(MarqueeError) -> ContentAsset? { nil }
}
