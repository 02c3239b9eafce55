import MarqueeWire
import Testing

@testable import MarqueeHub

// HUB-054
@Suite struct PageComposerTests {
    private static let names = ["one", "two", "three"].map { ContentURI(hub: "brand", .article($0)) }

    private func page(_ cards: [ContentURI]) -> String {
        "<h1>T</h1>\(PageMarkup.listStart)<ul>" + cards.map { "\(PageMarkup.card($0))<li>\($0)</li>" }.joined()
            + "\(PageMarkup.listEnd)</ul>"
    }

    private func compose(_ page: String, _ listing: Listing = .empty, _ arrange: ([CardList.Card]) -> [Int]) -> String {
        String(decoding: PageComposer.compose(Array(page.utf8), of: listing, arrange: arrange), as: UTF8.self)
    }

    private func listing(_ uris: [ContentURI]) throws -> Listing {
        var release = FakeRelease()
        for uri in uris { try release.add("\(uri)") }
        return Listing(items: release.items, indices: Array(uris.indices))
    }

    @Test func `a card moves as a whole`() {
        #expect(compose(page(Self.names)) { $0.indices.reversed() } == page(Self.names.reversed()))
    }

    @Test func `cards that must not be shown are removed`() {
        #expect(compose(page(Self.names)) { _ in [1] } == page([Self.names[1]]))
        #expect(compose(page(Self.names)) { _ in [] } == page([]))
    }

    @Test func `the same order gives the same bytes`() {
        #expect(compose(page(Self.names)) { Array($0.indices) } == page(Self.names))
    }

    @Test func `indices outside the list are ignored`() {
        #expect(compose(page(Self.names)) { _ in [3, 0, -1] } == page([Self.names[0]]))
    }

    @Test func `two cards with the same name move separately`() {
        let mark = PageMarkup.card(Self.names[0])
        let page = "\(PageMarkup.listStart)\(mark)first\(mark)second\(PageMarkup.listEnd)"
        let swapped = "\(PageMarkup.listStart)\(mark)second\(mark)first\(PageMarkup.listEnd)"
        #expect(compose(page) { _ in [1, 0] } == swapped)
    }

    @Test(arguments: [[0, 1, 2], [2, 1, 0], [1], [], [0, 2], [0, 0, 1]])
    func `the cards do not depend on the expected listing`(_ expected: [Int]) throws {
        let listing = try listing(expected.map { Self.names[$0] } + [ContentURI(hub: "brand", .article("tw"))])
        var met: [ContentURI] = []
        let arranged = compose(page(Self.names), listing) { cards in
            met = cards.map { card in
                switch card {
                case .listed(let index): listing.items[listing.indices[index]].uri
                case .other(let uri): uri
                }
            }
            return [2, 0]
        }
        #expect(met == Self.names)
        #expect(arranged == page([Self.names[2], Self.names[0]]))
    }

    @Test func `each list of a page is arranged separately`() {
        let twice = page(Self.names) + "<hr>" + page(Self.names)
        #expect(
            compose(twice) { $0.indices.reversed() } == page(Self.names.reversed()) + "<hr>"
                + page(Self.names.reversed()))
    }

    @Test(arguments: [
        "<p>no marks</p>", "", PageMarkup.listStart, PageMarkup.listEnd,
        PageMarkup.listStart + PageMarkup.listStart + PageMarkup.listEnd,
        "<!--marquee:card nonsense-->", PageMarkup.card(ContentURI(hub: "brand")), "<!--marquee:card zbimdb://brand/",
    ])
    func `a page whose marks do not match is unchanged`(_ page: String) {
        #expect(compose(page) { _ in [] } == page)
    }
}
