import Foundation
import MarqueeWire

/// Puts the cards of a rendered page into an order and leaves cards out, by moving whole cards between the marks of
/// ``MarqueeWire/PageMarkup``.
///
/// Pure, and linear in the page. A page without marks, or with marks that do not fit together, comes back as it is.
enum PageComposer {
    /// The page with its cards as `arrange` wants them.
    ///
    /// `arrange` gets the cards of one list in the page's order and returns those to show, in their order; names it
    /// adds are ignored.
    static func compose(_ page: [UInt8], arrange: ([ContentURI]) -> [ContentURI]) -> [UInt8] {
        var output: [UInt8] = []
        var copied = 0
        var list: List?
        for mark in marks(of: page) {
            switch mark.kind {
            case .start where list == nil:
                list = List(start: mark.range.upperBound)
            case .card(let uri) where list != nil:
                list?.begin(uri, at: mark.range.lowerBound)
            case .end:
                guard let complete = list else { return page }
                if output.isEmpty { output.reserveCapacity(page.count) }
                output.append(contentsOf: page[copied..<complete.prefixEnd(mark.range.lowerBound)])
                let cards = complete.cards(until: mark.range.lowerBound)
                for uri in arrange(complete.order) {
                    if let card = cards[uri] { output.append(contentsOf: page[card]) }
                }
                copied = mark.range.lowerBound
                list = nil
            default: return page
            }
        }
        guard list == nil, copied > 0 else { return page }
        output.append(contentsOf: page[copied...])
        return output
    }

    private struct List {
        let start: Int
        private(set) var order: [ContentURI] = []
        private var starts: [Int] = []

        init(start: Int) {
            self.start = start
        }

        mutating func begin(_ uri: ContentURI, at index: Int) {
            order.append(uri)
            starts.append(index)
        }

        func prefixEnd(_ end: Int) -> Int { starts.first ?? end }

        /// A card named twice counts with its first place.
        func cards(until end: Int) -> [ContentURI: Range<Int>] {
            var cards: [ContentURI: Range<Int>] = [:]
            for (index, uri) in order.enumerated() where cards[uri] == nil {
                cards[uri] = starts[index]..<(index + 1 < starts.count ? starts[index + 1] : end)
            }
            return cards
        }
    }

    private struct Mark {
        enum Kind {
            case start
            case card(ContentURI)
            case end
        }

        let kind: Kind
        let range: Range<Int>
    }

    private static let startMark = Array(PageMarkup.listStart.utf8)
    private static let endMark = Array(PageMarkup.listEnd.utf8)
    private static let cardMark = Array(PageMarkup.cardStart.utf8)
    private static let close = Array("-->".utf8)

    private static func marks(of page: [UInt8]) -> [Mark] {
        var marks: [Mark] = []
        page.withUnsafeBufferPointer { bytes in
            var index = 0
            while let start = bytes.firstIndex(of: UInt8(ascii: "<"), from: index) {
                index = start + 1
                guard let mark = mark(bytes, at: start) else { continue }
                marks.append(mark)
                index = mark.range.upperBound
            }
        }
        return marks
    }

    private static func mark(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Mark? {
        if matches(startMark, bytes, at: start) { return Mark(kind: .start, range: start..<start + startMark.count) }
        if matches(endMark, bytes, at: start) { return Mark(kind: .end, range: start..<start + endMark.count) }
        guard matches(cardMark, bytes, at: start) else { return nil }
        let name = start + cardMark.count
        let end = (name..<min(name + 520, bytes.count)).first { matches(close, bytes, at: $0) }
        guard let end, let uri = ContentURI(bytes: UnsafeBufferPointer(rebasing: bytes[name..<end])) else { return nil }
        return Mark(kind: .card(uri), range: start..<end + close.count)
    }

    private static func matches(_ pattern: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index + pattern.count <= bytes.count else { return false }
        for offset in pattern.indices where bytes[index + offset] != pattern[offset] { return false }
        return true
    }
}
