import MarqueeWire

/// One list of a rendered page: which cards it has, and which bytes of the page each of them is.
struct CardList {
    /// In the page's order.
    let cards: [ContentURI]
    /// Where each card begins with its mark, and where the mark of the list's end does.
    private let bounds: [Int]

    private init(_ cards: [ContentURI], bounds: [Int]) {
        self.cards = cards
        self.bounds = bounds
    }

    /// From the first card to the end of the last.
    var range: Range<Int> { bounds[0]..<bounds[cards.count] }

    /// The card at this place, from its mark to the next one.
    func range(ofCard place: Int) -> Range<Int> { bounds[place]..<bounds[place + 1] }

    /// The lists of a page in its order; `nil` when its marks do not fit together.
    static func lists(of page: UnsafeBufferPointer<UInt8>) -> [CardList]? {
        var lists: [CardList] = []
        var open: (cards: [ContentURI], bounds: [Int])?
        for mark in MarkScanner(page) {
            switch mark.kind {
            case .listStart where open == nil: open = ([], [])
            case .card(let uri) where open != nil:
                open?.cards.append(uri)
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
