import MarqueeWire

/// One list of a rendered page: its cards, and the range of each card's bytes in the page.
struct CardList {
    enum Card {
        /// A page of the listing, by its index in the ``Listing``.
        case listed(Int)
        /// Any other address; the release may not have it.
        case other(ContentURI)
    }

    /// The cards in the page's order.
    let cards: [Card]
    /// The offset of each card's mark, then the offset of the mark that ends the list.
    private let bounds: [Int]

    private init(_ cards: [Card], bounds: [Int]) {
        self.cards = cards
        self.bounds = bounds
    }

    /// The bytes from the first card to the end of the last card.
    var range: Range<Int> { bounds[0]..<bounds[cards.count] }

    /// The bytes of one card, from its mark to the next mark.
    func range(ofCard index: Int) -> Range<Int> { bounds[index]..<bounds[index + 1] }

    /// The lists of a page in the page's order; `nil` when the marks do not match.
    static func lists(of page: UnsafeBufferPointer<UInt8>, _ listing: Listing) -> [CardList]? {
        var lists: [CardList] = []
        var open: (cards: [Card], bounds: [Int])?
        for mark in MarkScanner(page, listing) {
            switch mark.kind {
            case .listStart where open == nil: open = ([], [])
            case .card(let card) where open != nil:
                open?.cards.append(card)
                open?.bounds.append(mark.range.lowerBound)
            case .listEnd:
                guard let list = open else { return nil }
                lists.append(CardList(list.cards, bounds: list.bounds + [mark.range.lowerBound]))
                open = nil
            default: return nil
            }
        }
        return open == nil ? lists : nil
    }
}
