public import Foundation
import MarqueeCore
public import MarqueeWire

/// One verified release, pinned: it reads the same whatever is downloaded meanwhile, and its file stays until the last
/// reference is gone.
public final class ContentSnapshot: Sendable {
    /// The release's version.
    public let version: Int
    /// The newest signed state that was known when the snapshot was taken; ``ContentLibrary/fresh`` is the current one.
    public let fresh: Fresh
    private let database: ContentDatabase
    private let folder: ContentFolder
    private let fileName: String
    private let damaged: @Sendable () -> Void

    init(
        _ database: ContentDatabase, fresh: Fresh, folder: ContentFolder, fileName: String,
        damaged: @escaping @Sendable () -> Void
    ) {
        version = database.catalog.release.version
        self.fresh = fresh
        self.database = database
        self.folder = folder
        self.fileName = fileName
        self.damaged = damaged
        folder.pin(fileName)
    }

    deinit {
        database.close()
        folder.unpin(fileName)
    }

    /// In the publisher's order.
    public func hubs() -> [ContentItem] { database.catalog.hubs }

    /// The channels of a hub or the articles of a channel, in the publisher's order; empty for anything else.
    public func children(of parent: ContentURI) -> [ContentItem] { database.catalog.children(of: parent) }

    func listing(of page: ContentURI) -> Listing { database.catalog.listing(of: page) }

    /// The page of that address; `nil` when the release has none.
    public func item(_ uri: ContentURI) -> ContentItem? { database.catalog.item(uri) }

    /// The page that was published from this address.
    public func item(source: URL) -> ContentItem? { database.catalog.item(source: source.absoluteString) }

    /// A hub's, channel's or article's page, proven at every read to be what the signed hash names.
    /// - Throws: ``HubError`` with `missingContent` when the release has no such page, `missingDatabase` when the
    ///   stored bytes are damaged.
    public func page(_ uri: ContentURI) throws(HubError) -> Data {
        guard let item = item(uri) else { throw HubError(.missingContent, "release \(version) has no page \(uri)") }
        return try read(item.page, as: uri)
    }

    /// An asset, verified like a page; `nil` when the release has none of that name.
    /// - Throws: ``HubError`` with `missingDatabase` when the stored bytes are damaged.
    public func asset(_ uri: ContentURI) throws(HubError) -> ContentAsset? {
        guard let asset = database.catalog.assets[uri] else { return nil }
        return ContentAsset(mediaType: asset.mediaType, data: try read(asset.object, as: uri))
    }

    private func read(_ reference: ObjectReference, as uri: ContentURI) throws(HubError) -> Data {
        do {
            return try database.object(reference)
        } catch {
            damaged()
            throw HubError(.missingDatabase, "\(uri) is damaged in the stored release \(version)", cause: error)
        }
    }
}
