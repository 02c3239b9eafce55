import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Publishing

// HUB-002
@Suite
struct SiteImportTests {
    @Test(arguments: [
        "Use `println!(\"{:?}\", x)` here.", "``{:#?} and `{:x}` ``", "    format!(\"{:>5}\", 1)",
        "> ```rust\n> println!(\"{:?}\", q);\n> ```", "- a\n\n  ~~~\n  {: .x} {{ y }} {% z %}\n  ~~~",
        "<pre>\n{:toc} {{ page.x }}\n</pre>", "<div><pre>{% a %}\n{: .b}</pre></div>", "    {{ x }}\n    {% y %}",
        "```\n{{< shortcode >}}\n{: .a}\n```", "`{{ a\nb }}`", "println!(\"{:?}\", x) {:>5} {:#?} {:?}",
    ])
    func `code and braces with another meaning stay unchanged`(text: String) {
        for isKramdown in [true, false] {
            var markup = SiteMarkup(site: "", isKramdown: isKramdown)
            #expect(markup.clean(text) == text && markup.leftovers.isEmpty)
        }
    }

    @Test(arguments: [
        ("![a](b.png){:width=\"10%\"} x", "![a](b.png) x"), ("Text\n{: .note #id}\nMore", "Text\n\nMore"),
        ("# Title {: #own}", "# Title {#own}"), ("a {% include x.html %} b", "a  b"), ("a\n{:toc}", "a\n"),
        ("[a]({{ site.baseurl }}/b)", "[a](/b)"), ("{{ site.url }}/x", "https://s.example/x"),
        ("[a]({% post_url 2020-01-01-b %})", "[a](marquee-name:2020-01-01-b)"),
        ("[a]({% link _posts/b.md %})", "[a](/_posts/b.md)"),
        ("[a]({{< ref \"b.md\" >}})", "[a](marquee-name:b.md)"), ("[a](@/x/b.md)", "[a](/x/b.md)"), ("a@/b", "a@/b"),
        (
            "{% highlight swift %}\nlet x = \"{:?}\"\n\n{{ y }}\n{% endhighlight %}",
            "```swift\nlet x = \"{:?}\"\n\n{{ y }}\n```"
        ),
        ("a {{ unclosed", "a {{ unclosed"), ("{% for x in y %}\n{{ x }}\n{% endfor %}\nz", "z"),
        ("{{< figure src=\"a.png\"\n  alt=\"A\" >}}", "![A](a.png)"),
    ])
    func `the markup of generators is translated or removed`(text: String, cleaned: String) {
        var markup = SiteMarkup(site: "https://s.example", isKramdown: true)
        #expect(markup.clean(text) == cleaned)
    }

    @Test func `in files of Zola and Hugo there are no attribute lists`() {
        var markup = SiteMarkup(site: "", isKramdown: false)
        #expect(markup.clean("a {: .b} and {:toc}") == "a {: .b} and {:toc}")
    }

    /// Eight times the text takes about eight times as long; by the square it would be sixty-four times.
    @Test(
        .timeLimit(.minutes(10)),
        arguments: ["{{", "{%", "{:", "`", "``a", "{{a}}", "{% a %}", "@/", "<pre", "{: .a", "> ", "- "])
    func `cleaning takes linear time`(repeated: String) {
        func clean(_ text: String) {
            var markup = SiteMarkup(site: "", isKramdown: true)
            _ = markup.clean(text)
        }
        for unit in [repeated, repeated + "a\n"] {
            let part = String(repeating: unit, count: 1_500 / unit.utf8.count)
            let whole = String(repeating: part, count: 8)
            #expect(ProcessorTime.growth(from: { clean(part) }, to: { clean(whole) }) < 25)
        }
    }

    private func zola(_ test: TestPlatform, _ files: [String: String]) throws {
        try test.write("base_url = \"https://old.example\"\n", to: "site/config.toml")
        for (name, text) in files { try test.write(text, to: "site/content/\(name)") }
    }

    private func importing(_ test: TestPlatform, _ folder: String = "site/content") async throws -> ImportReport {
        try await ContentImporter(platform: test.platform).run(
            ImportRequest(
                source: test.folder.appending(path: folder).path, app: TestPlatform.app, hub: "News",
                site: URL(string: "https://z.example")))
    }

    @Test func `Zola's paths give addresses and dates, and links between posts work`() async throws {
        let test = try await TestPlatform()
        try zola(
            test,
            [
                "one.md":
                    "+++\npath = \"2022/01/13/One-1.58\"\ntitle = \"One\"\naliases = [\"releases/one\"]\n+++\n[pic](where.png) [two](https://z.example/2023/02/01/two.html) [b](@/two/index.md#what-s-new)\n",
                "two/index.md":
                    "+++\npath = \"2023/02/01/two\"\ntitle = \"Two\"\naliases = [\"2023/02/01/two.html\"]\n+++\n[one](/releases/one/) [old](https://z.example/releases/one) [gone](/releases/two/)\n\n## What's new?\n",
                "three.md": "+++\ntitle = \"Three\"\nslug = \"drei\"\ndate = 2024-03-01\n+++\n[one](one.md)\n",
            ])
        let report = try await importing(test)
        #expect(report.problems.isEmpty, "\(report.problems)")
        let articles = try await test.articles()
        let found = Dictionary(articles.map { ($0.content.title, $0) }) { first, _ in first }
        #expect(found["One"]?.content.source == "https://z.example/2022/01/13/One-1.58/")
        #expect(found["Three"]?.content.source == "https://z.example/drei/")
        #expect(found["One"]?.content.schedule.published?.description == "2022-01-13T00:00:00Z")
        #expect(articles.map(\.content.title) == ["Three", "Two", "One"])
        let one = try await page(test, found["One"])
        let two = try #require(found["Two"])
        #expect(one.contains("href=\"https://z.example/2022/01/13/One-1.58/where.png\""))
        #expect(one.contains("href=\"../a/\(two.id)\"") && one.contains("href=\"../a/\(two.id)#what-s-new\""))
        let other = try await page(test, two)
        #expect(other.matches(of: /href="\.\.\/a\/one-/).count == 2)
        #expect(other.contains("href=\"https://z.example/releases/two/\"") && other.contains("id=\"what-s-new\""))
        #expect(try await page(test, found["Three"]).contains("href=\"../a/one-"))
        #expect(try await importing(test).changes == 0)
    }

    private func page(_ test: TestPlatform, _ record: ArticleRecord?) async throws -> String {
        try await PagePreview(platform: test.platform).page(try #require(record).uri, app: TestPlatform.app)
    }

    @Test func `articles without a date are named in one line`() async throws {
        let test = try await TestPlatform()
        try zola(
            test,
            [
                "a.md": "+++\ntitle = \"A\"\n+++\nx", "b.md": "+++\ntitle = \"B\"\n+++\nx",
                "c.md": "+++\ntitle = \"C\"\ndate = 2020-01-01\n+++\nx",
            ])
        let problems = try await importing(test).problems
        #expect(problems.map(\.kind) == [.missingDate] && problems[0].message.hasPrefix("2 of 3 articles have no date"))
    }

    @Test func `links between files lead where their paths lead`() async throws {
        let test = try await TestPlatform()
        func post(_ title: String, _ text: String = "x") -> String {
            "---\ntitle: \(title)\ndate: 2020-01-01\n---\n\(text)"
        }
        try test.write(post("A intro"), to: "posts/a/intro.md")
        try test.write(post("X same"), to: "posts/x/same.md")
        try test.write(post("Y same"), to: "posts/y/same.md")
        try test.write(post("Top"), to: "posts/top.md")
        try test.write(
            post(
                "Links",
                "[1](../c/intro.md)\n[2](/other/section/intro/)\n[3](../y/same.md)\n[4](../a/intro.md)\n[5](/x/same/)\n[6](same.md)\n[7](/a/intro.html)\n[8](top.md)"
            ),
            to: "posts/b/links.md")
        let report = try await test.importing("posts")
        #expect(report.problems.map(\.kind) == Array(repeating: .danglingLink, count: 4))
        #expect(report.problems.map(\.line) == [5, 6, 10, 12])
        let articles = try await test.articles()
        let html = try await page(test, articles.first { $0.content.title == "Links" })
        func id(_ title: String) -> String { articles.first { $0.content.title == title }?.id ?? "none" }
        for (number, target) in [(3, "Y same"), (4, "A intro"), (5, "X same"), (7, "A intro")] {
            #expect(html.contains("<a href=\"../a/\(id(target))\">\(number)</a>"))
        }
    }

    @Test func `an image is embedded in every spelling, and each problem has its own line`() async throws {
        let test = try await TestPlatform()
        try test.write(TestPlatform.png(width: 2, height: 2), to: "s/a b.png")
        try test.write(
            "---\ntitle: A\ndate: 2020-01-01\n---\n![1](<../a b.png>)\n![2](../a%20b.png)\n\n`(../a%20b.png)`\n\n    (../a%20b.png)\n\n![3](../../../etc/passwd)\n![4](/etc/passwd)\n",
            to: "s/_posts/2020-01-01-a.md")
        let report = try await test.importing("s/_posts")
        #expect(report.images == 1 && report.problems.map(\.line) == [12, 13])
        let body = try #require(try await test.articles().first).content.body
        #expect(body.matches(of: /assets\/a-20b/).count == 2 && body.matches(of: /\(\.\.\/a%20b\.png\)/).count == 2)
    }

    @Test func `a link to an image leads to the site, and the image in it is embedded`() async throws {
        let test = try await TestPlatform()
        try zola(
            test,
            [
                "one/index.md": """
                +++
                path = "2022/01/13/one"
                title = "One"
                +++
                [![A](a.png)](a.png) ![B [b]](a.png) ![c][c]

                <a href="a.png"><img src='a.png' alt="A"></a>

                [c]:   a.png
                """
            ])
        try test.write(TestPlatform.png(width: 2, height: 2), to: "site/content/one/a.png")
        let report = try await importing(test)
        #expect(report.problems.isEmpty && report.images == 1, "\(report.problems)")
        let html = try await page(test, try await test.articles().first)
        #expect(html.matches(of: /href="https:\/\/z\.example\/2022\/01\/13\/one\/a\.png"/).count == 2)
        #expect(html.matches(of: /<img src="\.\.\/assets\//).count == 4)
    }

    @Test(.timeLimit(.minutes(10)))
    func `thousands of problems take no longer than their number`() async throws {
        let test = try await TestPlatform()
        let lines = (0..<10_000).map { "[a](#missing-\($0)) ![](gone-\($0).png) [b](/nowhere-\($0)/)" }
        try test.write("---\ntitle: A\ndate: 2020-01-01\n---\n" + lines.joined(separator: "\n"), to: "posts/a.md")
        let report = try await test.importing("posts")
        #expect(report.problems.count == 40_000)
        #expect(report.problems.allSatisfy { $0.line != nil })
        #expect(report.problems.last?.line == 10_004)
    }

    @Test func `zero bytes are removed, long titles are cut, and both are reported`() async throws {
        let test = try await TestPlatform()
        try test.write("---\ntitle: A\ndate: 2020-01-01\n---\nBefore\u{0}after, and the rest.", to: "posts/a.md")
        let long = String(repeating: "word ", count: 400)
        try test.write("---\ntitle: \(long)\ndate: 2020-01-01\n---\nx", to: "posts/b.md")
        let report = try await test.importing("posts")
        #expect(Set(report.problems.map(\.kind)) == [.unparseable, .tooLarge] && report.added.count == 2)
        let articles = try await test.articles()
        #expect(articles.contains { $0.content.body == "Beforeafter, and the rest." })
        #expect(articles.contains { $0.content.title.hasSuffix("word…") && $0.content.title.utf8.count > 1000 })
    }
}
