import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Publishing

@Suite
struct FolderImportTests {
    @Test(arguments: [
        (
            "jekyll/_posts/2016-1-05-first.md",
            "---\ntitle: One\ndate: 2016-1-05 18:00:00\nauthor: [ada, bob]\ncategory: \"Dev Tools\"\ntags: [x, y]\n---\nHello"
        ),
        (
            "hugo/content/dev-tools/first/index.md",
            "+++\ntitle = \"One\"\ndate = 2016-01-05T18:00:00Z\nauthors = [\"ada\", \"bob\"]\ncategories = [\"Dev Tools\"]\ntags = [\"x\", \"y\"]\n+++\nHello"
        ),
        (
            "zola/content/dev/first.md",
            "+++\ntitle = \"One\"\ndate = 2016-01-05T18:00:00Z\nauthors = [\"ada\", \"bob\"]\n[taxonomies]\ncategories = [\"Dev Tools\"]\ntags = [\"x\", \"y\"]\n+++\nHello"
        ),
    ])
    func `each dialect of front matter gives the same article`(path: String, text: String) async throws {
        let test = try await TestPlatform()
        try test.write(text, to: path)
        let report = try await test.importing(String(path.split(separator: "/")[0]))
        #expect(report.problems.isEmpty && report.channels == ["Dev Tools"])
        let article = try #require(try await test.articles().first)
        #expect(article.content.title == "One" && article.content.authors == ["ada", "bob"])
        #expect(article.content.tags == ["x", "y", "Dev Tools"] && article.channel == "dev-tools")
        #expect(article.content.schedule.published?.description == "2016-01-05T18:00:00Z")
    }

    @Test func `a folder that moved is recognised by its name, and named when it is not`() async throws {
        let test = try await TestPlatform()
        let text = "---\ntitle: One\ndate: 2020-01-01\n---\nHello"
        try test.write(text, to: "old/one.md")
        try test.write(text, to: "new/one.md")
        let first = try await test.importing("old", name: "posts")
        #expect(first.added.count == 1 && first.problems.isEmpty)
        let moved = try await test.importing("new", name: "posts")
        #expect(moved.unchanged == 1 && moved.changes == 0)
        let stranger = try await test.importing("new")
        #expect(stranger.added.count == 1)
        #expect(stranger.problems.map(\.kind) == [.duplicate])
        #expect(try #require(stranger.problems.first).message.contains("from posts"))
    }

    @Test func `problems are reported with file and line, and all else is imported`() async throws {
        let test = try await TestPlatform()
        try test.write(
            "---\ntitle: A\ndate: someday\ncategory: C\n---\nSee [b](/b/) and [no](/nowhere/).\n\n![](/assets/no.png)\n",
            to: "s/_posts/2020-01-01-a.md")
        try test.write(
            "---\ntitle: B\ncategory: C\n---\n![pic](/assets/p.png){:width=\"10%\"}\n\n{% include x.html %}\n",
            to: "s/_posts/2020-01-02-b.md")
        try test.write("---\ncategory: C\n---\nNo title", to: "s/_posts/2020-01-03-untitled-post.md")
        try test.write("---\ntitle: D\ntitle: D2\ncategory: C\n---\nTwice", to: "s/_posts/2020-01-04-d.md")
        try test.write("---\ntitle: Draft\npublished: false\n---\nx", to: "s/_posts/2020-01-05-e.md")
        try test.write(Data([0xFF, 0xFE, 0x00]), to: "s/_posts/2020-01-06-f.md")
        try test.write(TestPlatform.png(width: 20, height: 10), to: "s/assets/p.png")
        let report = try await test.importing("s/_posts")
        #expect(report.added.count == 4 && report.skippedDrafts == 1 && report.images == 1)
        func line(_ kind: ImportProblem.Kind, _ file: String) -> Int? {
            report.problems.first { $0.kind == kind && $0.file.hasSuffix(file) }?.line
        }
        #expect(line(.badDate, "a.md") == 3 && line(.danglingLink, "a.md") == 6 && line(.missingImage, "a.md") == 8)
        #expect(line(.unsupportedMarkup, "b.md") == 7 && line(.missingTitle, "untitled-post.md") == 1)
        #expect(
            report.problems.contains { $0.kind == .badFrontMatter }
                && report.problems.contains { $0.kind == .unparseable })
        #expect(!report.problems.contains { $0.message.contains("/b/") })
        #expect(try await test.articles().contains { $0.content.title == "Untitled Post" })
    }

    @Test func `a picture outside the site is not read`() async throws {
        let test = try await TestPlatform()
        try test.write(TestPlatform.png(width: 1, height: 1), to: "secret.png")
        try test.write(
            "---\ntitle: A\n---\n![x](../../secret.png)\n\n![y](/../secret.png)", to: "s/_posts/2020-01-01-a.md")
        let report = try await test.importing("s/_posts")
        #expect(report.images == 0 && report.problems.count { $0.kind == .missingImage } == 2)
    }

    @Test func `a link that leads out of the folder is never followed`() async throws {
        let test = try await TestPlatform()
        try test.write("-----BEGIN PRIVATE KEY-----\nAAAA\n", to: "keys/release.pem")
        try test.write("---\ntitle: Secret section\n---\n", to: "keys/_index.md")
        try test.write("---\ntitle: One\n---\nText", to: "posts/one.md")
        try test.write("---\ntitle: Two\n---\nText", to: "posts/section/two.md")
        let posts = test.folder.appending(path: "posts")
        func link(_ name: String, to target: String) throws {
            try FileManager.default.createSymbolicLink(
                atPath: posts.appending(path: name).path, withDestinationPath: target)
        }
        try link("notes.md", to: test.folder.appending(path: "keys/release.pem").path)
        try link("relative.md", to: "../keys/release.pem")
        try link("chain.md", to: "notes.md")
        try link("section/_index.md", to: "../../keys/_index.md")
        try link("nowhere.md", to: "nothing.md")
        try link("inside.md", to: "section/two.md")
        let report = try await test.importing("posts")
        let outside = report.problems.filter { $0.message.contains("leads out of the folder") }
        #expect(outside.map(\.file) == ["section/_index.md", "chain.md", "notes.md", "relative.md"])
        #expect(outside.allSatisfy { $0.severity == .error })
        #expect(report.problems.contains { $0.file == "nowhere.md" })
        let articles = try await test.articles()
        #expect(articles.map(\.content.title).sorted() == ["One", "Two", "Two"])
        #expect(!articles.contains { $0.content.body.contains("PRIVATE KEY") })
        #expect(!report.channels.contains("Secret section"))
    }

    @Test(arguments: [
        "---\na: \(String(repeating: "[", count: 30_000))\n---\nText",
        "---\n\(String(repeating: "- ", count: 30_000))a\n---\nText",
        "---\na: \(String(repeating: "{b: ", count: 15_000))\n---\nText",
        "+++\na = \(String(repeating: "[", count: 30_000))\n+++\nText",
        "# \(String(repeating: "> ", count: 30_000))Text",
        String(repeating: "> ", count: 30_000) + "Text", String(repeating: "[", count: 30_000) + "Text",
    ])
    func `endless nesting does not stop an import`(text: String) async throws {
        let test = try await TestPlatform()
        try test.write(text, to: "posts/a.md")
        try test.write("---\ntitle: B\n---\nText", to: "posts/b.md")
        _ = try await test.importing("posts")
        #expect(try await test.articles().contains { $0.content.title == "B" })
    }

    @Test func `a link that replaces a file after its path was checked is not followed`() async throws {
        let test = try await TestPlatform()
        try test.write("PRIVATE KEY", to: "keys/release.pem")
        let key = test.folder.appending(path: "keys/release.pem").path
        let link = test.folder.appending(path: "one.md").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: key)
        #expect(throws: SourceFile.Failure.missing) { try SourceFile.contents(of: link, maximum: 100) }
        #expect(try SourceFile.contents(of: key, maximum: 100) == Data("PRIVATE KEY".utf8))
    }

    @Test func `a pipe is reported and does not block`() async throws {
        let test = try await TestPlatform()
        try test.write("---\ntitle: One\n---\nText", to: "posts/one.md")
        #expect(mkfifo(test.folder.appending(path: "posts/pipe.md").path, 0o600) == 0)
        let report = try await test.importing("posts")
        #expect(report.added.count == 1 && report.problems.map(\.message) == ["the file cannot be read"])
    }

    @Test func `an unreadable file does not count as removed: its article stays and keeps its address`() async throws {
        let test = try await TestPlatform()
        try test.write("---\ntitle: One\n---\nText", to: "posts/one.md")
        try test.write("---\ntitle: Two\n---\nText", to: "posts/two.md")
        _ = try await test.importing("posts")
        let before = try await test.articles().map(\.uri)
        try test.write(Data([0x63, 0x61, 0x66, 0xE9]), to: "posts/one.md")
        let broken = try await test.importing("posts")
        #expect(broken.removed.isEmpty && broken.problems.map(\.message) == ["the file is not UTF-8"])
        try test.write("---\ntitle: One, again\n---\nText", to: "posts/one.md")
        #expect(try await test.importing("posts").changed.count == 1)
        #expect(Set(try await test.articles().map(\.uri)) == Set(before))
        try FileManager.default.removeItem(at: test.folder.appending(path: "posts/one.md"))
        #expect(try await test.importing("posts").removed.count == 1)
    }
}
