import Foundation
import HTTPTypes
import HummingbirdTesting
import MarqueeWire
import NIOCore
import PlatformStore
import Testing

@testable import API

/// Histories of articles, taking down, and the media library, as programs use them. HUB-005
@Suite struct HistoryTests {
    private static func article(_ program: Program, _ body: String) async throws -> (path: String, tag: String) {
        let made = try await program.send(.post, "apps/demo/hubs/news/channels/cars/articles", body)
        return ("apps/demo/hubs/news/articles/\(try #require(made["id"]))", made.tag)
    }

    @Test func `a program lists versions, reads one and restores it as a draft`() async throws {
        let api = try await TestAPI()
        try await api.run { (program: Program) async throws in
            let (path, tag) = try await Self.article(program, #"{"title": "One", "body": "First"}"#)
            let second = try await program.send(.put, path, #"{"title": "Two"}"#, headers: ["If-Match": tag])
            _ = try await program.send(.put, path, #"{"body": "Third"}"#, headers: ["If-Match": second.tag])
            _ = try await program.send(.post, "apps/demo/releases", "{}")
            let page = try await program.get("\(path)/versions?limit=2")
            #expect(page.count("items") == 2 && page["items", "0", "version"] == "3")
            #expect(page["items", "0", "publications", "0", "release"] == "1" && page["items", "1", "change"] == "edit")
            let rest = try await program.get("\(path)/versions?limit=2&cursor=\(page["next"] ?? "")")
            #expect(rest.count("items") == 1 && rest["items", "0", "title"] == "One" && rest["next"] == nil)
            let old = try await program.get("\(path)/versions/1")
            #expect(old["title"] == "One" && old["body"] == "First" && old["version"] == "1")
            for (number, status) in [("9", HTTPResponse.Status.notFound), ("0", .badRequest), ("x", .badRequest)] {
                #expect(try await program.get("\(path)/versions/\(number)").status == status, "\(number)")
            }
            let restore = "\(path)/versions/1/restore"
            #expect(try await program.send(.post, restore).status == .preconditionRequired)
            #expect(try await program.send(.post, restore, headers: ["If-Match": tag]).status == .preconditionFailed)
            let done = try await program.send(.post, restore, headers: ["If-Match": "\"3\""])
            #expect(done.status == .ok && done.tag == "\"4\"" && done["body"] == "First" && done["is_draft"] == "1")
            #expect(done["state"] == "changed", "what is live stays")
            let none = "apps/demo/hubs/news/articles/none-aaaaaa/versions"
            #expect(try await program.get(none).status == .notFound)
        }
    }

    @Test func `a program takes an article down, in the version that it has read`() async throws {
        let api = try await TestAPI()
        try await api.run { (program: Program) async throws in
            let (path, tag) = try await Self.article(program, #"{"title": "One"}"#)
            _ = try await Self.article(program, #"{"title": "Two"}"#)
            let early = try await program.send(.post, "\(path)/withdraw", headers: ["If-Match": tag])
            #expect(early.status == .badRequest, "it is not live")
            _ = try await program.send(.post, "apps/demo/releases", "{}")
            #expect(try await program.send(.post, "\(path)/withdraw").status == .preconditionRequired)
            let stale = try await program.send(.post, "\(path)/withdraw", headers: ["If-Match": "\"7\""])
            #expect(stale.status == .preconditionFailed)
            let done = try await program.send(.post, "\(path)/withdraw", headers: ["If-Match": tag])
            #expect(done.status == .created && done["version"] == "2" && done["is_new"] == "1")
            #expect(done.headers[.location] == "/api/v1/apps/demo/releases/2")
            #expect(try await program.get(path)["state"] == "draft")
            let writer = program.with(token: try await api.token([.contentRead, .contentWrite]))
            #expect(try await writer.send(.post, "\(path)/withdraw", headers: ["If-Match": tag]).status == .forbidden)
        }
    }

    /// The smallest GIF picture.
    private static let picture = Data([
        0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0x2C, 0, 0, 0, 0, 1, 0,
        1,
        0, 0, 2, 2, 0x44, 1, 0, 0x3B,
    ])

    @Test func `a program uploads, lists, reads and deletes files of the library`() async throws {
        let api = try await TestAPI()
        try await api.run { (program: Program) async throws in
            let place = "apps/demo/hubs/news/media"
            let made = try await program.upload("\(place)?name=My%20dot.gif&alt=A%20dot", Self.picture)
            #expect(made.status == .created && made["kind"] == "picture" && made["alt"] == "A dot", "\(made.text)")
            #expect(
                made["width"] == "1" && made["file_name"] == "My dot.gif"
                    && made["media_type"]?.hasPrefix("image/") == true)
            let path = try #require(made.headers[.location]).replacing("/api/v1/", with: "")
            let again = try await program.upload(place, Self.picture)
            #expect(again.status == .ok && again["name"] == made["name"], "the hub has the file")
            #expect(try await program.get(path)["stored_by"]?.hasPrefix("token test") == true)
            let list = try await program.get("apps/demo/media?hub=news&limit=1")
            #expect(list.count("items") == 1 && list["items", "0", "name"] == made["name"] && list["next"] == nil)
            #expect(try await program.get("apps/demo/media?hub=other").count("items") == 0)
            let reader = program.with(token: try await api.token([.contentRead]))
            #expect(try await reader.upload(place, Self.picture).status == .forbidden)
            #expect(try await reader.send(.delete, path).status == .forbidden)
            #expect(try await program.send(.delete, path).status == .noContent)
            #expect(try await program.get(path).status == .notFound)
            #expect(try await program.send(.delete, path).status == .notFound)
        }
    }

    @Test(arguments: [
        ("", Data()), ("", Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8)), ("", Data("GIF89a".utf8)),
        ("?decorative=maybe", picture), ("?name=", picture), ("?colour=red", picture),
        ("?name=\(String(repeating: "x", count: 201))", picture),
    ])
    func `a file that the portal does not take is refused`(_ query: String, _ data: Data) async throws {
        let api = try await TestAPI()
        try await api.run { (program: Program) async throws in
            let answer = try await program.upload("apps/demo/hubs/news/media\(query)", data)
            #expect(answer.status == .badRequest, "\(answer.text)")
            #expect(try await api.platform.media.files(app: "demo").isEmpty)
        }
    }

    @Test func `a file for no hub and one that is too large are refused`() async throws {
        let api = try await TestAPI()
        try await api.run { (program: Program) async throws in
            #expect(try await program.upload("apps/demo/hubs/none/media", Self.picture).status == .notFound)
            let large = Data(count: (64 << 20) + 1)
            #expect(try await program.upload("apps/demo/hubs/news/media", large).status == .contentTooLarge)
        }
    }
}

extension Program {
    /// Sends a file as the body.
    fileprivate func upload(_ path: String, _ file: Data) async throws -> Answer {
        var fields: HTTPFields = [.contentType: "application/octet-stream"]
        if let token { fields[.authorization] = "Bearer \(token)" }
        let answer = try await client.execute(
            uri: "/api/v1/\(path)", method: .post, headers: fields, body: ByteBuffer(bytes: file))
        return Answer(status: answer.status, headers: answer.headers, text: String(buffer: answer.body))
    }
}
