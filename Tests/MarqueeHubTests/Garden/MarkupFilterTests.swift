import Foundation
import Testing

@testable import MarqueeHub

/// HUB-160
@Suite struct MarkupFilterTests {
    private let policy = PagePolicy(gate: RequestGate(contentSource: .localOnly))

    private func filter(_ page: String) -> String {
        let output = MarkupFilter(policy: policy, colorScheme: .dark).apply(Array(page.utf8))
        return String(decoding: output, as: UTF8.self)
    }

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
    ])
    func `markup that a policy cannot stop becomes text`(_ markup: String) {
        let output = filter("<html><head></head><body>\(markup)</body></html>")
        #expect(output.contains("<body>&lt;\(markup.dropFirst().prefix(3))"))
    }

    @Test(arguments: [
        "<link rel=\"stylesheet\" href=\"../assets/page.css\">", "<meta charset=\"utf-8\">",
        "<meta name=\"viewport\" content=\"width=device-width\">",
        "<meta property=\"og:title\" content=\"T\" />", "<p>a &lt;script&gt; b</p>",
        "<a href=\"https://example.com\">x</a>", "<img src=\"../assets/x.png\" alt=\"\">",
        "1 < 2 and <", "<header>", "<article><linkish>", "",
    ])
    func `everything else stays as it is`(_ markup: String) {
        let page = "<html><head></head><body>\(markup)</body></html>"
        #expect(filter(page) == "<html data-theme=\"dark\"><head>\(policyElement)</head><body>\(markup)</body></html>")
    }

    @Test func `the publisher's policy gives way to the device's`() {
        let page =
            "<html lang=\"en\"><head><meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'\"><title>T</title></head></html>"
        #expect(
            filter(page) == "<html data-theme=\"dark\" lang=\"en\"><head>\(policyElement)<title>T</title></head></html>"
        )
    }

    @Test func `a page without a head gets the policy in front`() {
        #expect(filter("<p>x") == "<!DOCTYPE html>\(policyElement)<p>x")
    }

    private var policyElement: String {
        "<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy.contentSecurityPolicy)\">"
    }
}
