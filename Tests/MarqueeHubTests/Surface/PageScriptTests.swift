import Foundation
import MarqueeWire
import Testing

@testable import MarqueeHub

@Suite struct PageScriptTests {
    private static func page(_ html: String, policy: PagePolicy = PagePolicy(gate: RequestGate())) -> HubPage {
        HubPage(
            id: .init(7), uri: ContentURI(hub: "brand"), type: .hub, title: "", language: nil, html: Data(html.utf8),
            headers: policy.headers, scrollPosition: 120.5)
    }

    private static func text(_ page: HubPage) -> String { String(decoding: page.html(with: .standard), as: UTF8.self) }

    private static let element =
        "<script data-visit=\"7\" data-scroll=\"120.5\">\(PageScript.standard.source)</script>"

    @Test(arguments: Hub.ColorScheme.allCases)
    func `the script stands right behind the page's policy`(_ scheme: Hub.ColorScheme) {
        let policy = PagePolicy(gate: RequestGate(), adapterScriptHashes: [PageScript.standard.hash])
        let filtered = MarkupFilter(policy: policy, colorScheme: scheme).apply(Array("<html><body>x".utf8))
        let html = String(decoding: filtered.html, as: UTF8.self)
        let start = PagePolicy.pageStart(scheme, policy.contentSecurityPolicy)
        #expect(html == start + "<html><body>x")
        #expect(Self.text(Self.page(html, policy: policy)) == start + Self.element + "<html><body>x")
    }

    @Test(arguments: [
        "<p><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\">", "<!DOCTYPE html><html><p>",
        "",
    ])
    func `a page that the device did not begin gets the script in front of everything`(_ html: String) {
        #expect(Self.text(Self.page(html)) == "<!DOCTYPE html>\(Self.element)\(html)")
    }

    @Test func `the hash is of the text between the tags`() {
        // The example of the Content-Security-Policy standard.
        let example = PageScript(source: "alert('Hello, world.');")
        #expect(example.hash == "sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng=")
        #expect(PageScript.standard.source.contains("securitypolicyviolation"))
        #expect(!PageScript.standard.source.contains("</"))
    }
}
