import MarqueeWire

/// Finds the marks of ``MarqueeWire/PageMarkup`` in a page, one after the other.
struct MarkScanner: Sequence, IteratorProtocol {
    struct Mark {
        enum Kind {
            case listStart
            case card(CardList.Card)
            case listEnd
        }

        let kind: Kind
        let range: Range<Int>
    }

    private static let listStart = Array(PageMarkup.listStart.utf8)
    private static let listEnd = Array(PageMarkup.listEnd.utf8)
    private static let cardStart = Array(PageMarkup.cardStart.utf8)
    private static let close = Array("-->".utf8)
    /// How many bytes are searched for an address and the end of its mark.
    ///
    /// The limit is longer than any ``MarqueeWire/ContentURI``. Without a limit, each unclosed mark would search the page
    /// to its end.
    private static let longestAddress = 520

    private let bytes: UnsafeBufferPointer<UInt8>
    /// The pages for which the page most likely has cards, in this order.
    private let listing: Listing
    /// The index of the next listed page whose card is expected.
    private var expected = 0
    /// The offset at which the search for the next mark begins.
    private var index = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ listing: Listing) {
        self.bytes = bytes
        self.listing = listing
    }

    mutating func next() -> Mark? {
        // Searches for the second byte of a mark, because `!` is far less frequent in a page than `<`.
        while let sign = bytes.firstIndex(of: UInt8(ascii: "!"), from: index) {
            index = sign + 1
            guard sign > 0, let mark = mark(at: sign - 1) else { continue }
            index = mark.range.upperBound
            return mark
        }
        return nil
    }

    private mutating func mark(at start: Int) -> Mark? {
        if bytes.holds(Self.cardStart, at: start) { return card(at: start) }
        if bytes.holds(Self.listStart, at: start) {
            return Mark(kind: .listStart, range: start..<start + Self.listStart.count)
        }
        if bytes.holds(Self.listEnd, at: start) {
            return Mark(kind: .listEnd, range: start..<start + Self.listEnd.count)
        }
        return nil
    }

    private mutating func card(at start: Int) -> Mark? {
        let address = start + Self.cardStart.count
        if let end = listing.end(of: expected, in: bytes, at: address), bytes.holds(Self.close, at: end) {
            expected += 1
            return Mark(kind: .card(.listed(expected - 1)), range: start..<end + Self.close.count)
        }
        guard let end = end(ofAddressFrom: address),
            let uri = ContentURI(bytes: UnsafeBufferPointer(rebasing: bytes[address..<end]))
        else { return nil }
        return Mark(kind: .card(.other(uri)), range: start..<end + Self.close.count)
    }

    private func end(ofAddressFrom start: Int) -> Int? {
        var index = start
        let limit = Swift.min(start + Self.longestAddress, bytes.count)
        while let sign = bytes.firstIndex(of: UInt8(ascii: ">"), in: index..<limit) {
            let end = sign + 1 - Self.close.count
            if end >= start, bytes.holds(Self.close, at: end) { return end }
            index = sign + 1
        }
        return nil
    }
}
