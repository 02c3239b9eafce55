import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import API

@Suite struct ContentTests {
    private static let articles = "apps/demo/hubs/news/channels/cars/articles"

    @Test func `an article is made, read, changed and deleted, each by the version that was read`() async throws {
        let api = try await TestAPI()
        try await api.run { (program: Program) async throws in
            let made = try await program.send(
                .post, Self.articles,
                #"{"title": "Snow", "body": "Deep", "tags": ["winter"], "embargo": "2026-03-01T09:30:00Z", "is_draft": true}"#
            )
            #expect(made.status == .created)
            let path = try #require(made.headers[.location]).replacing("/api/v1/", with: "")
            #expect(made["uri"] == "zbimdb://news/a/\(made["id"] ?? "")")
            #expect(made["embargo"] == "2026-03-01T09:30:00Z")

            let read = try await program.get(path)
            #expect(read.tag == made.tag && read["body"] == "Deep")
            let body = #"{"title": "More snow", "is_draft": false}"#
            #expect(try await program.send(.put, path, body).status == .preconditionRequired)
            let changed = try await program.send(.put, path, body, headers: ["If-Match": read.tag])
            #expect(changed.status == .ok && changed["title"] == "More snow" && changed["body"] == "Deep")
            #expect(
                try await program.send(.put, path, body, headers: ["If-Match": read.tag]).status == .preconditionFailed)
            #expect(
                try await program.send(.delete, path, headers: ["If-Match": read.tag]).status == .preconditionFailed)
            #expect(try await program.send(.delete, path, headers: ["If-Match": changed.tag]).status == .noContent)
            #expect(try await program.get(path).status == .notFound)
        }
        let audit = try await api.platform.audit.entries(app: "demo", before: nil, limit: 10)
        #expect(audit.contains { $0.who.hasPrefix("token test (") })
    }

    @Test func `a version read compressed is the same version`() async throws {
        try await TestAPI().run { (program: Program) async throws in
            let made = try await program.send(.post, Self.articles, #"{"title": "Snow"}"#)
            let path = try #require(made.headers[.location]).replacing("/api/v1/", with: "")
            let changed = try await program.send(
                .put, path, #"{"title": "Rain"}"#, headers: ["If-Match": "W/\(made.tag)"])
            #expect(changed.status == .ok)
        }
    }

    @Test func `null takes a date or a language away, and no member that the operation has not`() async throws {
        try await TestAPI().run { (program: Program) async throws in
            let made = try await program.send(
                .post, Self.articles, #"{"title": "Snow", "embargo": "2026-03-01T09:30:00Z", "language": "de"}"#)
            let path = try #require(made.headers[.location]).replacing("/api/v1/", with: "")
            let changed = try await program.send(
                .put, path, #"{"embargo": null, "language": null}"#, headers: ["If-Match": made.tag])
            #expect(changed.status == .ok && changed["embargo"] == nil && changed["language"] == nil)
            for body in [#"{"title": null}"#, #"{"colour": null}"#] {
                #expect(
                    try await program.send(.put, path, body, headers: ["If-Match": changed.tag]).status == .badRequest)
            }
        }
    }

    @Test func `an article moves to a channel that there is`() async throws {
        try await TestAPI().run { (program: Program) async throws in
            _ = try await program.send(.put, "apps/demo/hubs/news/channels/huts", #"{"title": "Huts"}"#)
            let made = try await program.send(.post, Self.articles, #"{"title": "Snow"}"#)
            let path = try #require(made.headers[.location]).replacing("/api/v1/", with: "")
            for (channel, status) in [("nowhere", HTTPResponse.Status.badRequest), ("huts", .ok)] {
                let answer = try await program.send(
                    .put, path, #"{"channel": "\#(channel)"}"#, headers: ["If-Match": made.tag])
                #expect(answer.status == status && !answer.text.contains("SQLite"))
            }
        }
    }

    @Test func `what was deleted does not come back by a change of it`() async throws {
        try await TestAPI().run { (program: Program) async throws in
            let hub = try await program.send(.put, "apps/demo/hubs/huts", #"{"title": "Huts"}"#)
            _ = try await program.send(.delete, "apps/demo/hubs/huts", headers: ["If-Match": hub.tag])
            let late = try await program.send(
                .put, "apps/demo/hubs/huts", #"{"title": "Huts"}"#, headers: ["If-Match": hub.tag])
            #expect(late.status == .preconditionFailed)
            #expect(try await program.get("apps/demo/hubs/huts").status == .notFound)
        }
    }

    @Test func `a list of hubs goes on where it was when its last entry is deleted`() async throws {
        try await TestAPI().run { (program: Program) async throws in
            for id in ["a", "b", "c"] { _ = try await program.send(.put, "apps/demo/hubs/\(id)", #"{"title": "H"}"#) }
            let page = try await program.get("apps/demo/hubs?limit=2")
            #expect(page["items", "1", "id"] == "a")
            _ = try await program.send(
                .delete, "apps/demo/hubs/a", headers: ["If-Match": try await program.get("apps/demo/hubs/a").tag])
            let rest = try await program.get("apps/demo/hubs?limit=2&cursor=\(try #require(page["next"]))")
            #expect(rest["items", "0", "id"] == "b" && rest["items", "1", "id"] == "c")
        }
    }

    @Test func `a list goes on after its last entry, whatever is added before`() async throws {
        let api = try await TestAPI()
        for number in 0..<25 {
            _ = try await api.platform.content.createArticle(
                ArticleContent(title: String(format: "Article %02d", number), body: "text"),
                in: ContentURI(hub: "news", .channel("cars")), app: "demo", by: "test")
        }
        try await api.run { (program: Program) async throws in
            var (seen, cursor) = ([String](), "")
            repeat {
                let page = try await program.get("apps/demo/articles?limit=10\(cursor)")
                #expect(page.status == .ok)
                seen += (0..<page.count("items")).compactMap { page["items", "\($0)", "title"] }
                #expect(page["items", "0", "body"] == nil)
                cursor = page["next"].map { "&cursor=\($0)" } ?? ""
                if seen.count == 10 {
                    _ = try await program.send(.post, Self.articles, #"{"title": "Aaa"}"#)
                }
            } while !cursor.isEmpty
            #expect(seen.filter { $0 != "Aaa" } == (0..<25).map { String(format: "Article %02d", $0) })
        }
    }

    @Test func `hubs and channels are made and changed at their own addresses`() async throws {
        try await TestAPI().run { (program: Program) async throws in
            let hub = "apps/demo/hubs/huts"
            #expect(try await program.send(.put, hub, "{}").status == .badRequest)
            let made = try await program.send(.put, hub, #"{"title": "Huts", "language": "de"}"#)
            #expect(made.status == .created && made.headers[.location] == "/api/v1/\(hub)")
            #expect(try await program.send(.put, hub, #"{"title": "X"}"#).status == .preconditionRequired)
            let changed = try await program.send(.put, hub, #"{"summary": "High"}"#, headers: ["If-Match": made.tag])
            #expect(changed["title"] == "Huts" && changed["summary"] == "High" && changed["language"] == "de")
            let channel = try await program.send(.put, "\(hub)/channels/soup", #"{"title": "Soup", "tags": ["warm"]}"#)
            #expect(channel.status == .created && channel["language"] == nil)
            #expect(try await program.get("\(hub)/channels")["items", "0", "tags", "0"] == "warm")
            #expect(try await program.get("apps/demo/hubs?limit=1")["items", "0", "id"] == "news")
            let next = try #require(try await program.get("apps/demo/hubs?limit=1")["next"])
            #expect(try await program.get("apps/demo/hubs?limit=1&cursor=\(next)")["items", "0", "id"] == "huts")
        }
    }

    @Test func `a feed is imported, and what is wrong with it is said`() async throws {
        let api = try await TestAPI()
        api.feeds.withLock {
            $0["https://feeds.example/a"] = """
                <rss version="2.0"><channel><title>A</title><item><title>One</title><guid>1</guid>
                <description>Text</description></item></channel></rss>
                """
        }
        try await api.run { (program: Program) async throws in
            let done = try await program.send(
                .post, "apps/demo/imports", #"{"url": "https://feeds.example/a", "hub": "Imported"}"#)
            #expect(done.status == .ok && done.count("added") == 1)
            let missing = try await program.send(
                .post, "apps/demo/imports", #"{"url": "https://feeds.example/b", "hub": "Imported"}"#)
            #expect(missing.status == .badRequest && missing["code"] == "unreachable")
            let file = try await program.send(.post, "apps/demo/imports", #"{"url": "/etc/passwd", "hub": "Imported"}"#)
            #expect(file.status == .badRequest)
        }
    }

    @Test(arguments: [
        ("{", "the body must be a JSON object"), ("[]", "the body must be a JSON object"),
        ("", "the body must be a JSON object"), ("{}", #""title" is missing"#),
        (#"{"title": 7}"#, #""title" must be a text of 1 to 1024 bytes without a zero byte"#),
        (#"{"title": "a\u0000"}"#, #""title" must be a text of 1 to 1024 bytes without a zero byte"#),
        (#"{"title": "a", "title": "b"}"#, #"an object of the body has the member "title" twice"#),
        (#"{"title": "a", "tit\u006ce": "b"}"#, #"an object of the body has the member "title" twice"#),
        (#"{"title": "a", "colour": "red"}"#, #"there is no member "colour" here"#),
        (
            #"{"title": "a", "tags": ["b", "b"]}"#,
            #""tags" must be a list of at most 64 texts, each once and of 1 to 256 bytes"#
        ),
        (#"{"title": "a", "embargo": "tomorrow"}"#, #""embargo" must be a time such as 2026-03-01T09:30:00Z"#),
        (#"{"title": "a", "is_draft": "yes"}"#, #""is_draft" must be true or false"#),
    ])
    func `a body that is not what the operation takes is refused with the reason`(_ body: String, _ reason: String)
        async throws
    {
        try await TestAPI().run { (program: Program) async throws in
            let answer = try await program.send(
                .put, "apps/demo/hubs/huts", body.replacing("is_draft", with: "is_draft"))
            let article = try await program.send(.post, Self.articles, body)
            #expect(article.status == .badRequest)
            #expect(article["detail"] == reason || body.isEmpty)
            #expect(article.headers[.contentType] == "application/problem+json")
            #expect(answer.status == .badRequest)
        }
    }
}
