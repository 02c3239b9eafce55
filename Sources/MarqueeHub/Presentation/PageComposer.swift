import MarqueeWire

/// Puts the cards of a rendered page into an order and leaves cards out, by moving whole cards between the marks of
/// ``MarqueeWire/PageMarkup``.
///
/// Pure, and linear in the page. A page without marks, or with marks that do not fit together, comes back as it is.
enum PageComposer {
    /// The page with its cards as `arrange` wants them.
    ///
    /// `arrange` gets the cards of one list in the page's order and returns the places of those to show, in their order;
    /// places that the list does not have are ignored. Cards in the order of `listing` are recognised without being read.
    static func compose(_ page: [UInt8], of listing: Listing, arrange: ([CardList.Card]) -> [Int]) -> [UInt8] {
        let found = page.withUnsafeBufferPointer { CardList.lists(of: $0, listing) }
        guard let lists = found, !lists.isEmpty else { return page }
        var output: [UInt8] = []
        output.reserveCapacity(page.count)
        var copied = 0
        for list in lists {
            output.append(contentsOf: page[copied..<list.range.lowerBound])
            for place in arrange(list.cards) where list.cards.indices.contains(place) {
                output.append(contentsOf: page[list.range(ofCard: place)])
            }
            copied = list.range.upperBound
        }
        output.append(contentsOf: page[copied...])
        return output
    }
}
