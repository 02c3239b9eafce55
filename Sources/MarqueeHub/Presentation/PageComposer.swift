import MarqueeWire

/// Sorts and removes the cards of a rendered page. It moves whole cards between the marks of
/// ``MarqueeWire/PageMarkup``.
///
/// It has no side effects, and its time is linear in the size of the page. A page without marks, or whose marks do not
/// match, is returned unchanged.
enum PageComposer {
    /// The page with its cards in the order that `arrange` returns.
    /// - Parameters:
    ///   - page: the rendered page.
    ///   - listing: the expected cards. Cards in this order are recognised without parsing their addresses.
    ///   - arrange: receives the cards of one list in the page's order, and returns the indices of the cards to show, in
    ///     the order to show them. Indices outside the list are ignored.
    static func compose(_ page: [UInt8], of listing: Listing, arrange: ([CardList.Card]) -> [Int]) -> [UInt8] {
        let found = page.withUnsafeBufferPointer { CardList.lists(of: $0, listing) }
        guard let lists = found, !lists.isEmpty else { return page }
        var output: [UInt8] = []
        output.reserveCapacity(page.count)
        var copied = 0
        for list in lists {
            output.append(contentsOf: page[copied..<list.range.lowerBound])
            for index in arrange(list.cards) where list.cards.indices.contains(index) {
                output.append(contentsOf: page[list.range(ofCard: index)])
            }
            copied = list.range.upperBound
        }
        output.append(contentsOf: page[copied...])
        return output
    }
}
