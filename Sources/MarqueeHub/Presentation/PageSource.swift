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
    let colorScheme: ColorScheme
    let scriptHashes: [String]

    /// The item when it may be shown now.
    /// - Throws: the reason why it may not.
    func item(_ uri: ContentURI, at now: Timestamp, revoked: Set<ContentURI>) throws(Refusal) -> ContentItem {
        guard uri.resourceType != nil, let item = release.item(uri) else { throw Refusal(reason: .notInRelease) }
        var ancestor: ContentItem? = item
        while let current = ancestor {
            if let reason = Self.reason(against: current, at: now, revoked: revoked) { throw Refusal(reason: reason) }
            ancestor = current.parent.flatMap(release.item)
        }
        return item
    }

    /// - Throws: ``MarqueeError`` with `missingContent` when the page may not be shown, `missingDatabase` when its
    ///   bytes are damaged.
    func page(_ uri: ContentURI, policy: PagePolicy, at now: Timestamp, revoked: Set<ContentURI>) throws(MarqueeError)
        -> Page
    {
        let item: ContentItem
        do { item = try self.item(uri, at: now, revoked: revoked) } catch { throw error.marqueeError(uri) }
        var bytes = [UInt8](try release.page(uri))
        if item.type != .article {
            bytes = PageComposer.compose(bytes) { cards in arrange(cards, at: now, revoked: revoked) }
        }
        let words = item.type == .article ? WordCount.of(bytes) : nil
        let filtered = MarkupFilter(policy: policy, colorScheme: colorScheme).apply(bytes)
        return Page(item: item, html: Data(filtered.html), words: words, removed: filtered.removed)
    }

    /// The places of the cards to show: articles in the user's order; a list that holds channels keeps the publisher's.
    private func arrange(_ cards: [ContentURI], at now: Timestamp, revoked: Set<ContentURI>) -> [Int] {
        var shown: [Card] = []
        shown.reserveCapacity(cards.count)
        var holdsArticlesAlone = true
        // One answer is enough: the cards of a list have one parent, or a few that stand together.
        var parent: (uri: ContentURI, isShown: Bool)?
        for (place, uri) in cards.enumerated() {
            guard let item = release.item(uri), Self.reason(against: item, at: now, revoked: revoked) == nil else {
                continue
            }
            if let uri = item.parent {
                if parent?.uri != uri { parent = (uri, (try? self.item(uri, at: now, revoked: revoked)) != nil) }
                guard parent?.isShown == true else { continue }
            }
            shown.append(Card(place: place, tags: item.tags, published: item.published))
            if item.type != .article { holdsArticlesAlone = false }
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
    private static func reason(against item: ContentItem, at now: Timestamp, revoked: Set<ContentURI>)
        -> DenialReason?
    {
        if revoked.contains(item.uri) { return .revoked }
        return item.expires.map { $0 <= now } == true ? .expired : nil
    }

    struct Refusal: Error, Sendable {
        let reason: DenialReason

        func marqueeError(_ uri: ContentURI) -> MarqueeError {
            switch reason {
            case .revoked: MarqueeError(.missingContent, "\(uri) was revoked")
            case .expired: MarqueeError(.missingContent, "\(uri) has expired")
            default: MarqueeError(.missingContent, "the content has no \(uri)")
            }
        }
    }
}
