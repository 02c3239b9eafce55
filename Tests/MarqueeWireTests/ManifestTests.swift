import Foundation
import MarqueeWire
import Testing

/// A publisher cannot sign a manifest that every device would refuse.
@Suite struct ManifestTests {
    private let channel = ContentURI(hub: "news", .channel("c"))
    private let page = ObjectReference(of: Data("page".utf8))

    private func article(_ number: Int, summary: String? = nil) -> Manifest.Item {
        Manifest.Item(uri: ContentURI(hub: "news", .article("\(number)")), title: "A", summary: summary, page: page)
    }

    private func manifest(_ items: [Manifest.Item]) throws(WireError) -> Manifest {
        try Manifest(uri: channel, items: [Manifest.Item(uri: channel, title: "C", page: page)] + items)
    }

    @Test func `a manifest names at most as many entries as devices accept`() throws {
        let items = (1..<Manifest.maximumEntries).map { article($0) }
        _ = try manifest(items)
        let error = #expect(throws: WireError.self) { try manifest(items + [article(Manifest.maximumEntries)]) }
        #expect(error?.code == .tooLarge)
    }

    @Test func `a manifest is at most as large as devices accept`() throws {
        let long = String(repeating: "s", count: 1024 * 1024)
        let error = #expect(throws: WireError.self) {
            try manifest((1...16).map { article($0, summary: long) }).encoded()
        }
        #expect(error?.code == .tooLarge)
    }

    @Test func `a text with a zero byte is refused`() {
        let uri = ContentURI(hub: "news", .article("1"))
        let items = [
            Manifest.Item(uri: uri, title: "a\u{0}b", page: page),
            Manifest.Item(uri: uri, title: "a", summary: "\u{0}", page: page),
            Manifest.Item(uri: uri, title: "a", tags: ["t", "t\u{0}"], page: page),
            Manifest.Item(uri: uri, title: "a", source: "https://a\u{0}", page: page),
            Manifest.Item(uri: uri, title: "a", language: "e\u{0}", page: page),
        ]
        for item in items {
            let error = #expect(throws: WireError.self) { try manifest([item]) }
            #expect(error?.code == .malformed)
        }
    }
}
