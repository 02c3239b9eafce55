import Testing

@testable import Publishing

@Suite
struct SanitizerTests {
    /// HUB-006: nothing an author or a feed writes can run in a page, load from elsewhere, or break out of its element.
    @Test(arguments: [
        "<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<svg onload=alert(1)>",
        "<svg><script>alert(1)</script></svg>",
        "<math><mtext><table><mglyph><style><img src=x onerror=alert(1)></style></mglyph></table></mtext></math>",
        "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>",
        "<template><img src=x onerror=alert(1)></template>", "<a href=\"javascript:alert(1)\">x</a>",
        "<a href=\" jav&#x0A;ascript:alert(1)\">x</a>", "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
        "<iframe src=https://evil.example></iframe>", "<object data=evil></object>", "<embed src=evil>",
        "<form action=https://evil.example><button>x</button></form>",
        "<meta http-equiv=refresh content=\"0;url=https://evil.example\">",
        "<base href=https://evil.example>", "<link rel=prefetch href=https://evil.example>",
        "<style>@import 'https://evil.example'</style>",
        "<div style=\"background:url(https://evil.example)\">x</div>",
        "<video poster=https://evil.example><source src=evil></video>",
        "<p title='\"><script>alert(1)</script>'>x</p>", "<!--><script>alert(1)</script>-->",
        "<![CDATA[<script>alert(1)</script>]]>",
        "<img srcset=\"https://evil.example 1x\">", "<xmp><script>alert(1)</script></xmp>",
        "<plaintext><script>alert(1)</script>",
        "<b><p><svg><style><a id=\"</style><img src=1 onerror=alert(1)>\">",
        "<details open ontoggle=alert(1)>x</details>",
        "<a href=\"vbscript:x\">x</a>", "<input type=image src=https://evil.example>",
        "<td background=https://evil.example>x</td>",
        "<title><script>alert(1)</script></title>", "<textarea></textarea><img src=x onerror=alert(1)>",
        "<ScRiPt>alert(1)</sCrIpT>",
    ])
    func `elements that run or load something are not in the page`(attack: String) throws {
        var sanitizer = HTMLSanitizer()
        let once = try sanitizer.sanitize(attack).html
        let lower = once.lowercased()
        for word in [
            "<script", "<svg", "<math", "<style", "<iframe", "<form", "<meta", "<base", "<link", "<img", "<object",
            "<embed",
        ] {
            #expect(!lower.contains(word), "\(once)")
        }
        for pattern in ["\\son[a-z]+=", "style=", "href=\"(javascript|data|vbscript)", "src=\"https://evil"] {
            #expect(try Regex("<[a-z][^>]*\(pattern)").firstMatch(in: lower) == nil, "\(once)")
        }
        #expect(try sanitizer.sanitize(once).html == once)
    }

    @Test func `headings get anchors, tables scroll, and task lists are accessible`() throws {
        var sanitizer = HTMLSanitizer()
        let markdown =
            "# Big *idea*\n\n| a | b |\n|:--|--:|\n| 1 | ~~2~~ |\n\n- [x] done\n- [ ] open\n\nText[^1] https://a.example\n\n[^1]: Note\n"
        sanitizer.link = { $0.hasPrefix("#") ? .fragment(String($0.dropFirst())) : .external($0) }
        let page = try sanitizer.sanitize(try MarkdownRenderer.html(markdown))
        #expect(page.html.contains("<h2 id=\"big-idea\">Big <em>idea</em></h2>"))
        #expect(page.html.contains("<div class=\"wide\" tabindex=\"0\"><table>"))
        #expect(page.html.contains("<th align=\"right\">") && page.html.contains("<del>2</del>"))
        #expect(page.html.contains("aria-label=\"done\">☑") && page.html.contains("aria-label=\"to do\">☐"))
        #expect(page.html.contains("rel=\"external noopener noreferrer\""))
        #expect(page.fragments.allSatisfy(page.ids.contains) && page.fragments.count == 2)
    }

    @Test func `text keeps its characters`() throws {
        var sanitizer = HTMLSanitizer()
        #expect(
            try sanitizer.sanitize("<p>5 &lt; 6 &amp;&amp; ü 日本 &quot;q&quot;</p>").html
                == "<p>5 &lt; 6 &amp;&amp; ü 日本 &quot;q&quot;</p>")
    }

    @Test(arguments: [
        ("super<wbr>cali and all of this.", "super<wbr>cali and all of this."),
        ("One<wbr>word.<p>Two.</p><p>Three.</p>", "One<wbr>word.<p>Two.</p><p>Three.</p>"),
        ("<p>One.</p><embed src=\"x\"><p>Two.</p>", "<p>One.</p><p>Two.</p>"),
        ("a<keygen>b<bgsound>c<source>d<track>e<param>f", "abcdef"),
        (
            "<picture><source srcset=\"p.png\" type=\"image/png\"><img src=\"p.png\" alt=\"A\"></picture>",
            "<img src=\"p.png\" alt=\"A\" loading=\"lazy\">"
        ),
        ("<noscript><img src=\"p.png\" alt=\"A\"></noscript>", "<img src=\"p.png\" alt=\"A\" loading=\"lazy\">"),
        (
            "<img src=\"data:image/gif;base64,AA\" data-src=\"p.png\" alt=\"A\"><noscript><img src=\"p.png\" alt=\"A\"></noscript>",
            "<img src=\"p.png\" alt=\"A\" loading=\"lazy\">"
        ),
        (
            "<img src=\"data:image/gif;base64,AA\"><noscript><img src=\"p.png\" alt=\"A\"></noscript>",
            "<img src=\"data:image/gif;base64,AA\" alt=\"\" loading=\"lazy\"><img src=\"p.png\" alt=\"A\" loading=\"lazy\">"
        ),
        ("<svg><p>x</p></svg>y", "<p>x</p>y"), ("a<frameset>b</body></html>c", "abc"),
        ("<b>1<i>2</b>3</i>", "<b>1<i>2</i></b><i>3</i>"),
        ("<pre>\n\nx</pre>", "<pre>\n\nx</pre>"),
    ])
    func `elements that browsers show are kept`(source: String, page: String) throws {
        var sanitizer = HTMLSanitizer()
        sanitizer.image = { source, alt in PageImage(location: source, alt: alt, size: nil) }
        #expect(try sanitizer.sanitize(source).html == page)
    }

    @Test(arguments: [
        ("## What's next?", ["whats-next", "what-s-next"]), ("## TOML 1.1", ["toml-11", "toml-1-1"]),
        ("## 2. Über uns", ["2-über-uns", "2-uber-uns", "über-uns"]), ("## Same\n\n## Same", ["same", "same-1"]),
        ("## Title {#custom}", ["custom", "title"]), ("## Title {: #own_id}", ["own_id", "title"]),
        ("<h2 id=\"given\">Title</h2>", ["given"]), ("<a name=\"x\">y</a>", ["x"]), ("## ?!", ["section"]),
        ("<p id=\"same\">a</p>\n\n## Same", ["same", "same-1"]),
    ])
    func `a heading has the anchors of every generator`(source: String, anchors: [String]) throws {
        var sanitizer = HTMLSanitizer()
        let page = try sanitizer.sanitize(try MarkdownRenderer.html(source))
        #expect(page.ids == Set(anchors) && !page.html.contains("{"))
        #expect(anchors.allSatisfy { page.html.contains(" id=\"\($0)\"") })
    }

    @Test(arguments: [
        ("# A\n\n## B\n\n### C", ["h2", "h3", "h4"]), ("## A\n\n### B", ["h2", "h3"]),
        ("###### A\n\n# B", ["h6", "h2"]),
    ])
    func `headings keep their levels below the page's title`(source: String, levels: [String]) throws {
        var sanitizer = HTMLSanitizer()
        let html = try sanitizer.sanitize(try MarkdownRenderer.html(source)).html
        #expect(html.matches(of: /<(h\d)/).map { String($0.1) } == levels)
    }

    @Test func `removed elements are counted`() throws {
        var sanitizer = HTMLSanitizer()
        let page = try sanitizer.sanitize("<iframe></iframe><iframe></iframe><svg><path/></svg><input name=x>")
        #expect(page.removed == ["iframe": 2, "svg": 1, "input": 1])
    }
}
