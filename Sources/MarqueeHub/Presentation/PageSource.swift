import Foundation
import MarqueeCore
import MarqueeWire

/// Makes the pages of one presentation: from its pinned release, for the profile that was active when it began.
///
/// The profile is fixed, so the order of a list stays the same however often its page is opened.
struct PageSource: Sendable {
    struct Page: Sendable {
        let item: ContentItem
        let html: Data
        /// The length of an article; `nil` for lists.
        let words: Int?
        let removed: [RemovedMarkup]
    }

    let release: any ReleaseContent
    let profile: TagProfile
    let colorScheme: Hub.ColorScheme
    let scriptHashes: [String]

    /// The item when it may be shown now.
    /// - Throws: the reason why it may not.
    func item(_ uri: ContentURI, at now: Timestamp, revoked: Set<ContentURI>) throws(Refusal) -> ContentItem {
        guard uri.resourceType != nil, let item = release.item(uri) else { throw Refusal(reason: .notInRelease) }
        var ancestor: ContentItem? = item
        while let current = ancestor {
            if let reason = Self.reason(against: current.uri, current.expires, at: now, revoked: revoked) {
                throw Refusal(reason: reason)
            }
            ancestor = current.parent.flatMap(release.item)
        }
        return item
    }

    /// - Throws: ``HubError`` with `missingContent` when the page may not be shown, `missingDatabase` when its
    ///   bytes are damaged.
    func page(_ uri: ContentURI, policy: PagePolicy, at now: Timestamp, revoked: Set<ContentURI>) throws(HubError)
        -> Page
    {
        let item: ContentItem
        do { item = try self.item(uri, at: now, revoked: revoked) } catch { throw error.marqueeError(uri) }
        var bytes = [UInt8](try release.page(uri))
        if item.type != .article {
            let listing = release.listing(of: uri)
            bytes = PageComposer.compose(bytes, of: listing) { arrange($0, of: listing, at: now, revoked: revoked) }
        }
        let words = item.type == .article ? WordCount.of(bytes) : nil
        let filtered = MarkupFilter(policy: policy, colorScheme: colorScheme).apply(bytes)
        return Page(item: item, html: Data(filtered.html), words: words, removed: filtered.removed)
    }

    /// The places of the cards to show: articles in the user's order; a list that holds channels keeps the publisher's.
    private func arrange(_ cards: [CardList.Card], of listing: Listing, at now: Timestamp, revoked: Set<ContentURI>)
        -> [Int]
    {
        var shown: [Card] = []
        shown.reserveCapacity(cards.count)
        var holdsArticlesAlone = true
        func show(_ place: Int, _ type: ResourceType, _ tags: [String], _ published: Timestamp?) {
            shown.append(Card(place: place, tags: tags, published: published))
            if type != .article { holdsArticlesAlone = false }
        }
        for (place, card) in cards.enumerated() {
            switch card {
            case .listed(let index):
                // What it stands below is the page itself, which is shown.
                let index = listing.places[index]
                let (uri, expires) = (listing.items[index].uri, listing.items[index].expires)
                if Self.reason(against: uri, expires, at: now, revoked: revoked) == nil {
                    show(place, listing.items[index].type, listing.items[index].tags, listing.items[index].published)
                }
            case .other(let uri):
                if let item = try? item(uri, at: now, revoked: revoked) {
                    show(place, item.type, item.tags, item.published)
                }
            }
        }
        guard holdsArticlesAlone else { return shown.map(\.place) }
        return ArticleOrder.sorted(shown, for: profile, tags: \.tags, published: \.published).map(\.place)
    }

    /// What orders a card among others.
    private struct Card {
        let place: Int
        let tags: [String]
        let published: Timestamp?
    }

    /// What keeps the item itself from being shown, whatever holds for its ancestors.
    private static func reason(
        against uri: ContentURI, _ expires: Timestamp?, at now: Timestamp, revoked: Set<ContentURI>
    ) -> DenialReason? {
        if revoked.contains(uri) { return .revoked }
        return expires.map { $0 <= now } == true ? .expired : nil
    }

    struct Refusal: Error, Sendable {
        let reason: DenialReason

        func marqueeError(_ uri: ContentURI) -> HubError {
            switch reason {
            case .revoked: HubError(.missingContent, "\(uri) was revoked")
            case .expired: HubError(.missingContent, "\(uri) has expired")
            default: HubError(.missingContent, "the content has no \(uri)")
            }
        }
    }
}
