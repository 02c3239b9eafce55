import MarqueeWire

/// One list of a rendered page: which cards it has, and which bytes of the page each of them is.
struct CardList {
    enum Card {
        /// By its place in the listing of the page.
        case listed(Int)
        /// Any other page of the release, or of none.
        case other(ContentURI)
    }

    /// In the page's order.
    let cards: [Card]
    /// Where each card begins with its mark, and where the mark of the list's end does.
    private let bounds: [Int]

    private init(_ cards: [Card], bounds: [Int]) {
        self.cards = cards
        self.bounds = bounds
    }

    /// From the first card to the end of the last.
    var range: Range<Int> { bounds[0]..<bounds[cards.count] }

    /// The card at this place, from its mark to the next one.
    func range(ofCard place: Int) -> Range<Int> { bounds[place]..<bounds[place + 1] }

    /// The lists of a page in its order; `nil` when its marks do not fit together.
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
