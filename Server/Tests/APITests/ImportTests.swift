import Foundation
import HTTPTypes
import PlatformStore
import Testing

@testable import API

/// Content that programs send along.
@Suite struct ImportTests {
    private func send(_ program: Program, _ body: String) async throws -> Program.Answer {
        try await program.send(.post, "apps/demo/imports", body)
    }

    private func articles(_ first: String) -> String {
        #"""
        {"hub": "Shop", "source": "cms", "removes_missing": true, "articles": [
            {"key": "1", "title": "Huts", "body": "\#(first)", "categories": ["Mountains"], "tags": ["huts"]},
            {"key": "2", "title": "Lakes", "body": "<p>Deep<script>x()</script></p>", "format": "html", "is_draft": true}]}
        """#
    }

    @Test func `articles are imported into their channels, and the next import changes what changed`() async throws {
        let api = try await TestAPI()
        try await api.run { (program: Program) async throws in
            let first = try await send(program, articles("**High** [up](2)"))
            #expect(first.status == .ok && first.count("added") == 2 && first.count("removed") == 0)
            let stored = try await api.platform.content.articles(hub: "shop", channel: nil, app: "demo")
            let huts = try #require(stored.first { $0.content.title == "Huts" })
            #expect(huts.channel == "mountains" && huts.content.tags == ["huts", "Mountains"])
            #expect(huts.content.format == .markdown)
            let lakes = try #require(stored.first { $0.content.title == "Lakes" })
            #expect(lakes.channel == "articles" && lakes.content.format == .html && lakes.content.schedule.isDraft)
            #expect(try await send(program, articles("**High** [up](2)"))["unchanged"] == "2")
            let second = try await send(program, articles("Low"))
            #expect(second.count("changed") == 1 && second["unchanged"] == "1")
            let last = try await send(
                program,
                #"{"hub": "Shop", "source": "cms", "removes_missing": true, "articles": [{"key": "2", "title": "Lakes"}]}"#
            )
            #expect(last["removed", "0"] == "\(huts.uri)")
        }
    }

    @Test func `a feed in the body is imported`() async throws {
        let api = try await TestAPI()
        try await api.run { (program: Program) async throws in
            let feed =
                #"{\"version\": \"https://jsonfeed.org/version/1.1\", "#
                + #"\"items\": [{\"id\": \"1\", \"content_html\": \"x\"}]}"#
            let done = try await send(program, #"{"hub": "Shop", "source": "cms", "feed": "\#(feed)"}"#)
            #expect(done.status == .ok && done.count("added") == 1)
            #expect(done["problems", "0", "message"]?.contains("has no title") == true)
            let broken = try await send(program, #"{"hub": "Shop", "source": "cms", "feed": "<rss"}"#)
            #expect(broken.status == .badRequest && broken["code"] == "malformed")
        }
    }

    @Test(arguments: ["/secret.png", "../secret.png", "secret.png", "file:///secret.png"])
    func `nothing is read from the server's disk, whatever a source is called and an image refers to`(
        _ image: String
    ) async throws {
        let api = try await TestAPI()
        // The smallest PNG that an import from this folder would take.
        let picture: [UInt8] = [
            0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 9, 0, 0, 0, 9,
            8, 2, 0, 0, 0,
        ]
        try Data(picture).write(to: api.folder.appending(path: "secret.png"))
        try await api.run { (program: Program) async throws in
            let address = image.replacing("/secret", with: api.folder.path + "/secret")
            let done = try await send(
                program,
                #"""
                {"hub": "Shop", "source": "\#(api.folder.path)", "articles": [
                    {"key": "\#(api.folder.path)/a.md", "title": "A", "body": "![x](\#(address))"}]}
                """#)
            #expect(done.status == .ok && done.count("added") == 1)
            #expect(done["problems", "0", "message"]?.hasSuffix("cannot be found") == true)
            #expect(try await api.platform.content.assets(hub: "shop", app: "demo").isEmpty)
        }
    }

    @Test(arguments: [
        (#"{"hub": "Shop"}"#, #"give either "url", "feed" or "articles""#),
        (#"{"hub": "Shop", "url": "https://a.example/", "feed": "x"}"#, #"give either "url", "feed" or "articles""#),
        (#"{"hub": "Shop", "feed": "x"}"#, #""source" is missing: it names where the content comes from"#),
        (
            #"{"hub": "Shop", "source": "a", "articles": [{"key": "1", "title": "a"}, {"key": "1", "title": "b"}]}"#,
            #"two of the "articles" have the same "key""#
        ),
        (
            #"{"hub": "Shop", "source": "a", "articles": [{"key": "1", "title": "a"}, {"key": "2"}]}"#,
            #""articles" holds at place 2 an object that is refused: "title" is missing"#
        ),
        (#"{"hub": "Shop", "source": "a", "articles": ["x"]}"#, #""articles" must hold objects only"#),
        (#"{"hub": "Shop", "source": "a", "articles": {}}"#, #""articles" must be a list of at most 1000 objects"#),
    ])
    func `a body that does not say what to import is refused`(_ body: String, _ detail: String) async throws {
        let api = try await TestAPI()
        try await api.run { (program: Program) async throws in
            let answer = try await send(program, body)
            #expect(answer.status == .badRequest && answer["detail"] == detail)
        }
    }

    @Test func `more articles than a request may have are refused`() async throws {
        let api = try await TestAPI()
        try await api.run { (program: Program) async throws in
            let list = (0..<1001).map { #"{"key": "\#($0)", "title": "a"}"# }.joined(separator: ",")
            let answer = try await send(program, #"{"hub": "Shop", "source": "a", "articles": [\#(list)]}"#)
            #expect(answer.status == .badRequest)
            #expect(try await api.platform.content.hub("shop", app: "demo") == nil)
        }
    }
}
