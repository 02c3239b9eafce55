import Foundation
import MarqueeCore
import Testing

/// Which links leave the app.
@Suite struct LinkRuleTests {
    private static func rule() -> LinkRule {
        var rule = LinkRule(ownSchemes: ["zbimdb"])
        rule.register(scheme: "Brand+App")
        return rule
    }

    @Test(arguments: [
        ("https://example.com/x", LinkRule.Decision.web), ("HTTP://example.com", .web),
        ("brand+app://open", .customScheme("brand+app")), ("BRAND+APP:open", .customScheme("brand+app")),
        ("https:", .refused(.malformed)), ("https:///path", .refused(.malformed)), ("path/only", .refused(.malformed)),
        ("javascript:alert(1)", .refused(.dangerousScheme)), ("data:text/html,x", .refused(.dangerousScheme)),
        ("FILE:///etc/passwd", .refused(.dangerousScheme)), ("view-source:https://a.b", .refused(.dangerousScheme)),
        ("tel:112", .refused(.unknownScheme)), ("zbimdb://brand", .refused(.unknownScheme)),
    ])
    func `a link leads to the web, to a registered scheme, or nowhere`(text: String, decision: LinkRule.Decision) throws
    {
        #expect(Self.rule().decide(try #require(URL(string: text))) == decision)
    }

    @Test(arguments: [
        "", "http", "https", "ftp", "javascript", "DATA", "file", "zbimdb", "1brand", "br and", "brand:", "bränd",
        String(repeating: "a", count: 65),
    ])
    func `a scheme with a meaning of its own cannot be registered`(scheme: String) {
        var rule = LinkRule(ownSchemes: ["zbimdb"])
        let isRegistered = rule.register(scheme: scheme)
        #expect(!isRegistered)
        #expect(rule.customSchemes.isEmpty)
    }
}
