import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import Portal

/// The library in the portal: files are uploaded, described, replaced and deleted, and articles name them.
@Suite struct MediaRoomTests {
    /// A picture of one pixel. What follows its end is dropped, and makes another file of it.
    private static func png(_ number: Int = 0) throws -> Data {
        let pixel =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
        return try #require(Data(base64Encoded: pixel)) + Data("\(number)".utf8)
    }

    private static let svg = Data("<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>".utf8)

    @Test func `a file is uploaded, described, shown where it is used, and deleted after a question`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            #expect(try await browser.get("/portal/media").text.contains("There is no picture, video or sound yet."))
            let sent = try await browser.upload("/portal/media", file: "Red boots.png", try Self.png(), ["hub": "news"])
            #expect(sent.status == .seeOther && sent.location.hasPrefix("/portal/media/news/red-boots-"))
            let address = String(sent.location.prefix { $0 != "?" })
            let name = try #require(address.split(separator: "/").last.map(String.init))
            var page = try await browser.get(sent.location)
            #expect(page.text.contains("No alternative text yet") && page.text.contains("1 × 1 pixels"))
            #expect(page.text.contains("![Describe the picture](\(name))"))
            let thumbnail = try #require(
                try await browser.get("/portal/media").text.components(separatedBy: "img src=\"").dropFirst().first)
            let image = try await browser.get(String(thumbnail.prefix { $0 != "?" }))
            #expect(image.status == .ok && image.headers[.contentType] == "image/png")
            let described = try await browser.post(
                address, ["alt": "Two boots", "version": "1", "focus-x": "20", "focus-y": "80"])
            #expect(described.location == "\(address)?done=saved")
            let late = try await browser.post(address, ["alt": "Other", "version": "1"])
            #expect(late.status == .conflict)
            try await portal.article("Winter", body: "![Two boots](\(name))")
            page = try await browser.get(address)
            #expect(page.text.contains("Winter") && page.text.contains("![Two boots](\(name))"))
            #expect(page.text.contains("value=\"20\"") && page.text.contains("value=\"80\""))
            let question = try await browser.get("\(address)/delete")
            #expect(question.text.contains("“Winter” shows it"))
            #expect(try await browser.post("\(address)/delete").location == "/portal/media?done=deleted")
            #expect(try await browser.get(address).status == .notFound)
            #expect(try await portal.platform.content.assets(hub: "news", app: TestPortal.app).isEmpty)
            let audit = try await portal.platform.audit.entries(app: TestPortal.app, before: nil, limit: 10)
            #expect(
                audit.filter { $0.action.hasPrefix("media.") }.map(\.action) == [
                    "media.delete", "media.update", "media.create",
                ])
            #expect(audit.first?.who == "Ann")
        }
    }

    @Test func `a file that is not taken is refused with a sentence, for people and for the script`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            _ = try await browser.get("/portal/media")
            let page = try await browser.upload("/portal/media", file: "logo.png", Self.svg, ["hub": "news"])
            #expect(page.status == .unprocessableContent && page.text.contains("An SVG file can hold scripts"))
            let fields = ["hub": "news", "answer": "json"]
            let answer = try await browser.upload("/portal/media", file: "logo.png", Self.svg, fields)
            #expect(answer.status == .unprocessableContent)
            #expect(answer.headers[.contentType]?.hasPrefix("application/json") == true)
            #expect(answer.text.contains("\"message\":\"An SVG file can hold scripts"))
            let stored = try await browser.upload("/portal/media", file: "a.jpg", try Self.png(), fields)
            #expect(stored.status == .ok && stored.text.contains("\"isKnown\":false"))
            #expect(stored.text.contains(".png"), "the type comes from the bytes")
            #expect(try await browser.upload("/portal/media", file: "a", Data(), fields).status == .badRequest)
            let other = try await browser.upload("/portal/media", file: "a", try Self.png(), ["hub": "none"])
            #expect(other.status == .badRequest)
            let forged = try await browser.upload(
                "/portal/media", file: "a", try Self.png(), ["hub": "news", "csrf": "x"])
            #expect(forged.status == .forbidden)
            let replaced = try await browser.upload(
                "\(try Self.address(in: stored.text))/replace", file: "b.png", Self.svg)
            #expect(replaced.status == .unprocessableContent && replaced.text.contains("Nothing was saved."))
        }
    }

    private static func address(in answer: String) throws -> String {
        struct Stored: Decodable {
            let address: String
        }
        return try JSONDecoder().decode(Stored.self, from: Data(answer.utf8)).address
    }

    @Test func `fifty uploads at once are all answered`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            _ = try await browser.get("/portal/media")
            let answers = try await withThrowingTaskGroup(of: HTTPResponse.Status.self) { group in
                for number in 0..<50 {
                    let data = try Self.png(number)
                    group.addTask {
                        try await browser.upload(
                            "/portal/media", file: "p\(number).png", data, ["hub": "news", "answer": "json"]
                        ).status
                    }
                }
                return try await group.reduce(into: [HTTPResponse.Status]()) { $0.append($1) }
            }
            #expect(answers.count == 50 && answers.allSatisfy { $0 == .ok })
            #expect(try await browser.get("/portal/media?q=p4").text.contains("11 files"))
            #expect(try await browser.get("/portal/media").text.contains("50 files"))
        }
    }

    @Test func `a saved article has its pictures from the web in the library, and says what could not be had`()
        async throws
    {
        let portal = try await TestPortal()
        let picture = try Self.png()
        portal.web.files.withLock { $0 = ["https://example.org/a.png": picture] }
        try await portal.signedIn { browser in
            _ = try await browser.get("/portal/articles/new?hub=news&channel=cars")
            let body = "![A boot](https://example.org/a.png)\n\n![](https://example.org/gone.png)"
            let saved = try await browser.post(
                "/portal/articles/new", ["title": "Boots", "body": body, "hub": "news", "channel": "cars"])
            let page = try await browser.get(saved.location)
            #expect(page.text.contains("![A boot](a-") && page.text.contains("https://example.org/gone.png"))
            #expect(
                page.text.contains("gone.png could not be had, so devices do not show it: ")
                    && page.text.contains("answers 500"))
            #expect(page.text.components(separatedBy: "gone.png could not be had").count == 2, "it is said once")
            let media = try await portal.platform.media.files(app: TestPortal.app)
            #expect(media.count == 1 && media.first?.media?.description.alt == "A boot")
        }
    }

    @Test func `a file is sent in parts when a player asks for a part`() async throws {
        let portal = try await TestPortal()
        let object = try await portal.platform.objects.put(Data("0123456789".utf8))
        try await portal.platform.content.put(
            AssetRecord(app: TestPortal.app, hub: "news", name: "v.mp4", mediaType: "video/mp4", object: object),
            by: "t")
        try await portal.signedIn { browser in
            let address = "/portal/preview/news/\(ContentURI(hub: "news", .asset("v.mp4")).path)"
            let part = try await browser.get(address, headers: ["Range": "bytes=2-4"])
            #expect(part.status == .partialContent && part.text == "234")
            #expect(part.headers[.contentRange] == "bytes 2-4/10" && part.headers[.contentType] == "video/mp4")
            let whole = try await browser.get(address)
            #expect(whole.status == .ok && whole.text == "0123456789" && whole.headers[.acceptRanges] == "bytes")
            for answer in [part, whole] {
                #expect(answer.headers[.cacheControl] == "private, max-age=60")
                #expect(answer.headers[.contentSecurityPolicy] == "default-src 'none'")
            }
        }
    }

    @Test func `a poster that a form makes up is refused with a sentence`() async throws {
        let portal = try await TestPortal()
        let object = try await portal.platform.objects.put(Data("video".utf8))
        let asset = AssetRecord(
            app: TestPortal.app, hub: "news", name: "v.mp4", mediaType: "video/mp4", object: object)
        let video = MediaRecord(
            app: TestPortal.app, hub: "news", name: "v.mp4", kind: .video,
            origin: .init(fileName: "v.mp4", digest: "v", madeBy: "t", stored: portal.clock.now))
        _ = try await portal.platform.media.save(video, assets: [asset], expectedVersion: 0, by: "t")
        try await portal.signedIn { browser in
            _ = try await browser.get("/portal/media/news/v.mp4")
            let page = try await browser.post(
                "/portal/media/news/v.mp4", ["alt": "", "version": "1", "poster": "elsewhere.png"])
            #expect(page.status == .badRequest)
            #expect(page.text.contains("Nothing was saved. The poster elsewhere.png is no picture of this hub"))
        }
    }

    @Test func `an alternative text of the longest that the page takes is stored`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            _ = try await browser.get("/portal/media")
            let sent = try await browser.upload("/portal/media", file: "a.png", try Self.png(), ["hub": "news"])
            let address = String(sent.location.prefix { $0 != "?" })
            #expect(try await browser.get(address).text.contains("name=\"alt\" rows=\"3\" maxlength=\"1000\""))
            let text = String(repeating: "字", count: 1000)
            let saved = try await browser.post(address, ["alt": text, "version": "1"])
            #expect(saved.location == "\(address)?done=saved")
            #expect(try await browser.get(address).text.contains(text))
        }
    }

    @Test func `somebody who may only look gets no form`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn(as: .onlooker) { browser in
            let page = try await browser.get("/portal/media")
            #expect(page.status == .ok && !page.text.contains("name=\"file\""))
            let sent = try await browser.upload("/portal/media", file: "a.png", try Self.png(), ["hub": "news"])
            #expect(sent.status == .forbidden)
        }
    }
}
