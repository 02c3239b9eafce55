import MarqueeWire
import Testing

/// HUB-186, HUB-187: the URIs of pages.
@Suite struct ContentURITests {
    @Test(arguments: [
        ("zbimdb://swift/", ContentURI(hub: "swift")), ("zbimdb://swift", ContentURI(hub: "swift")),
        ("ZBIMDB://swift/c/news", ContentURI(hub: "swift", .channel("news"))),
        ("zbimdb://swift/a/hello-x7k2?from=mail#top", ContentURI(hub: "swift", .article("hello-x7k2"))),
        ("zbImDB://swift?x=/a/y", ContentURI(hub: "swift")),
        ("zbimdb://swift/assets/cover.png", ContentURI(hub: "swift", .asset("cover.png"))),
    ])
    func `each of the four targets has a URI`(text: String, uri: ContentURI) throws {
        #expect(try ContentURI(text) == uri)
        #expect(try ContentURI(uri.description) == uri)
    }

    @Test(arguments: [
        "", "zbimdb://", "zbimdb:///a/x", "http://swift/a/x", "myapp://swift/a/x", "zbimdb://swift/a/",
        "zbimdb://swift/a/..",
        "zbimdb://swift/a/../c/x", "zbimdb://swift/b/x", "zbimdb://swift/a/x/y", "zbimdb://SWIFT/a/x",
        "zbimdb://swift/a/%2e%2e",
        "zbimdb://user@swift/a/x", "zbimdb://swift:80/a/x", "zbimdb://swift/a/é", "zbimdb://swift//",
        "javascript:zbimdb://swift/", "zbimdb:/swift/", "zbimdb:", "zbimd", "zbimdb//swift/", "\u{1A}bimdb://swift/",
        "zbimdb://swift/a/x\u{301}", "zbimdb://\u{301}swift/", "zbimdb://swift/a", "zbimdb://?/a/x",
        "zbimdb://swift/" + String(repeating: "a", count: 600),
    ])
    func `anything else is malformed`(text: String) {
        #expect { try ContentURI(text) } throws: { ($0 as? WireError)?.code == .malformed }
    }
}
