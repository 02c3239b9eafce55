import Foundation
import Testing

@testable import MarqueeHub

// HUB-160
@Suite struct MarkupFilterTests {
    private let policy = PagePolicy(gate: RequestGate(contentSource: .localOnly))

    private func apply(_ page: String) -> FilteredPage {
        MarkupFilter(policy: policy, colorScheme: .dark).apply(Array(page.utf8))
    }

    private func filter(_ page: String) -> String { String(decoding: apply(page).html, as: UTF8.self) }

    @Test(arguments: [
        "<link rel=\"preconnect\" href=\"https://t.example\">", "<link rel=\"dns-prefetch\" href=\"//t.example\">",
        "<LINK REL=prefetch HREF=https://t.example>",
        "<link rel=\"preload\" as=\"image\" href=\"https://t.example/x\">",
        "<link rel=\"stylesheet preconnect\" href=\"https://t.example\">",
        "<link rel=\"stylesheet\" href=\"//t.example/x.css\">",
        "<link rel=\"stylesheet\" href=\"https&#58;//t.example/x.css\">",
        "<link\trel=\"stylesheet\" href=\"x.css\" rel=\"preconnect\">",
        "<link/rel=\"preconnect\"/href=\"https://t.example\">",
        "<meta http-equiv=\"refresh\" content=\"0;url=https://t.example\">",
        "<meta http-equiv='refresh' content='0;url=https://t.example'>",
        "<meta http-equiv=\"x-dns-prefetch-control\" content=\"on\">",
        "<meta name=\"referrer\" content=\"unsafe-url\">", "<base href=\"https://t.example/\">",
        "<script>fetch('https://t.example')</script>", "<ScRiPt src=//t.example>", "<iframe src=\"https://t.example\">",
        "<object data=\"https://t.example\">",
        "<embed src=\"https://t.example\">", "<form action=\"https://t.example\">", "<frameset>", "<script",
        "<noscript><link rel=\"preconnect\" href=\"https://t\">",
        "<template shadowrootmode=\"closed\"><a href=\"https://t.example\">", "<meta charset=\"iso-2022-jp\">",
        "<animate attributeName=href values=https://t.example>", "<math href=https://t.example>",
    ])
    func `markup that a policy cannot stop becomes text`(_ markup: String) {
        let output = filter("<html><head></head><body>\(markup)</body></html>")
        #expect(output.contains("<body>&lt;\(markup.dropFirst().prefix(3))"))
    }

    @Test(arguments: [
        "<link rel=\"stylesheet\" href=\"../assets/page.css\">", "<meta charset=\"utf-8\">",
        "<meta name=\"viewport\" content=\"width=device-width\">",
        "<meta property=\"og:title\" content=\"T\" />", "<p>a &lt;script&gt; b</p>",
        "<a href=\"../a/one\">x</a>", "<a class=q href=#top>x</a>", "<area href=\"zbimdb://brand/a/one#x\">",
        "<abbr href=\"https://example.com\">", "<a title=\"href=https://example.com\">", "<a>",
        "<img src=\"../assets/x.png\" alt=\"\">",
        "1 < 2 and <", "<header>", "<article><linkish>", "",
    ])
    func `all other markup is unchanged`(_ markup: String) {
        let page = "<html lang=\"en\"><head></head><body>\(markup)</body></html>"
        #expect(filter("<!doctype HTML>\n" + page) == "\(start)\n\(page)")
        #expect(apply(page).removed.isEmpty)
    }

    /// A browser may connect to the host of a link when a finger only touches it.
    @Test(arguments: [
        ("<a href=\"https://t.example/?a=b#c\">", "<a href=\"marquee-link:https://t.example/?a=b#c\">"),
        ("<A CLASS=x HREF=//t.example>", "<A CLASS=x HREF=marquee-link://t.example>"),
        ("<a/title='>'/xlink:href='http:\\\\t.example'>", "<a/title='>'/xlink:href='marquee-link:http:\\\\t.example'>"),
        ("<area href = ht&#x74;ps://t.example>", "<area href = marquee-link:ht&#x74;ps://t.example>"),
        ("<a x=y\" z=\" t=>\" href=http://t.example>", "<a x=y\" z=\" t=>\" href=marquee-link:http://t.example>"),
        ("<!-- <a t=\" --><a href=http://t.example>\"", "<!-- &lt;a t=\" --><a href=marquee-link:http://t.example>\""),
        ("<a href=\"\thttps://t.example\">", "<a href=\"marquee-link:\thttps://t.example\">"),
        ("<a href=\"javascript&colon;x\">", "<a href=\"marquee-link:javascript&colon;x\">"),
        ("<a href=zbimdb:x>", "<a href=marquee-link:zbimdb:x>"), ("<a =href=http://t>", "<a =href=http://t>"),
    ])
    func `a link out of the release is marked and has no host`(_ markup: String, _ expected: String) {
        #expect(filter("<body>\(markup)") == "\(start)<body>\(expected)")
    }

    @Test func `a tag that hides its link behind a long attribute becomes text`() {
        let page = apply("<a t=\"\(String(repeating: "x", count: 10_000))\" href=\"https://t.example\">")
        #expect(page.removed.map(\.element) == ["a"])
        #expect(String(decoding: page.html, as: UTF8.self).contains("&lt;a t="))
    }

    @Test(arguments: [
        ("marquee-link:https://t.example/?a=b#c", "https://t.example/?a=b#c"),
        ("MARQUEE-LINK:%20%01//t.example/", "https://t.example/"), ("marquee-link:javascript:x", "javascript:x"),
        ("https://t.example/", "https://t.example/"), ("marquee-link:%5C%5Ct.example%3A8%5Cx", "https://t.example:8/x"),
        ("marquee-link://t.example/a%20b?c", "https://t.example/a%20b?c"), ("marquee-link:", "marquee-link:"),
    ])
    func `a followed link has the address that the page wrote`(_ link: String, _ target: String) throws {
        #expect(OutwardLink.target(of: try #require(URL(string: link))).absoluteString == target)
    }

    @Test func `the device's policy replaces the publisher's policy`() {
        let page =
            "<html lang=\"en\"><head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\"><title>T</title></head></html>"
        #expect(filter(page) == start + "<html lang=\"en\"><head><title>T</title></head></html>")
        #expect(apply(page).removed.isEmpty)
    }

    /// The policy comes first, even when text, comments, byte order marks or elements come before the page's head.
    @Test(arguments: [
        "<p>x", "<img src=x><head>", "<!-- <head> --><html><head>", "<title><head></title>", "\u{FEFF}<html><head>", "",
    ])
    func `every page begins with the device's policy`(_ page: String) {
        #expect(filter(page) == start + page.replacingOccurrences(of: "\u{FEFF}", with: ""))
    }

    @Test func `a page in another encoding still begins with the device's document type`() {
        let page: [UInt8] = [0xFE, 0xFF, 0, 0x3C, 0, 0x69]
        let output = MarkupFilter(policy: policy, colorScheme: .dark).apply(page).html
        #expect(output.starts(with: Array("<!DOCTYPE html>".utf8)))
    }

    @Test(arguments: [
        ("<link rel=\"preconnect\" href=\"https://t.example/\">", "link", "https://t.example/"),
        ("<IFRAME\nloading=lazy SRC = 'https://t.example/a b'>", "iframe", "https://t.example/a b"),
        ("<meta http-equiv=refresh content=\"0; URL='https://t.example/'\">", "meta", "https://t.example/"),
        ("<form method=post action=https://t.example/f>", "form", "https://t.example/f"),
        ("<object/data=\"https://t.example/o\"/>", "object", "https://t.example/o"),
        ("<script>fetch('https://t.example')</script>", "script", nil), ("<base", "base", nil),
        ("<embed =\"=\" src", "embed", nil),
    ])
    func `removed markup is reported with its address`(_ markup: String, _ element: String, _ address: String?) {
        #expect(apply("<body>\(markup)").removed == [RemovedMarkup(element: element, address: address)])
    }

    @Test func `a page with a thousand frames reports a hundred of them`() {
        let page = apply(String(repeating: "<iframe src=x>", count: 1000))
        #expect(page.removed.count == MarkupFilter.maximumReports)
        #expect(!String(decoding: page.html, as: UTF8.self).contains("<iframe"))
    }

    private var start: String {
        "<!DOCTYPE html><html data-theme=\"dark\"><head><meta http-equiv=\"Content-Security-Policy\""
            + " content=\"\(policy.contentSecurityPolicy)\">"
    }
}
