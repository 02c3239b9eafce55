import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeHub

/// What an adapter with a web view asks the hub, so that it decides nothing itself.
@Suite(.timeLimit(.minutes(10))) struct WebViewTests {
    private static let video = Data((0..<100).map { UInt8($0) })

    private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

    /// A presentation does not keep its hub.
    private let fixture: HubFixture
    /// On the article that has the video.
    private let hub: HubPresentation
    private let page: HubPage

    init() async throws {
        fixture = try HubFixture { state in
            state.stored?.assets[ContentURI(hub: "brand", .asset("film.mp4"))] = ContentAsset(
                mediaType: "video/mp4", data: Self.video)
        }
        let surface = RecordingSurface(leavesApp: false, scriptHashes: [PageScript.standard.hash])
        hub = try await fixture.hub.present(.uri("zbimdb://brand/a/one"), on: surface)
        page = try #require(surface.pages.first)
    }

    struct Part: Sendable {
        let range: String?
        let status: Int
        let bytes: Range<Int>
        var content: String?
    }

    static let parts = [
        Part(range: nil, status: 200, bytes: 0..<100),
        Part(range: "bytes=0-1", status: 206, bytes: 0..<2, content: "bytes 0-1/100"),
        Part(range: "bytes=90-", status: 206, bytes: 90..<100, content: "bytes 90-99/100"),
        Part(range: "bytes=-7", status: 206, bytes: 93..<100, content: "bytes 93-99/100"),
        Part(range: "bytes=-700", status: 206, bytes: 0..<100, content: "bytes 0-99/100"),
        Part(range: "bytes=99-500", status: 206, bytes: 99..<100, content: "bytes 99-99/100"),
        Part(range: "bytes=5-9223372036854775807", status: 206, bytes: 5..<100, content: "bytes 5-99/100"),
        Part(range: "bytes=100-", status: 416, bytes: 0..<0, content: "bytes */100"),
        Part(range: "bytes=-0", status: 416, bytes: 0..<0, content: "bytes */100"),
        Part(range: "bytes=99999999999999999999-5", status: 200, bytes: 0..<100),
        Part(range: "bytes=5-99999999999999999999", status: 206, bytes: 5..<100, content: "bytes 5-99/100"),
        Part(range: "bytes=9-3", status: 200, bytes: 0..<100),
        Part(range: "bytes=0-1,5-6", status: 200, bytes: 0..<100),
        Part(range: "bytes=-", status: 200, bytes: 0..<100),
        Part(range: "pages=1-2", status: 200, bytes: 0..<100),
    ]

    @Test(arguments: parts) func `a media player gets the part of a video that it asks for`(_ row: Part) throws {
        let film = try Self.url("zbimdb://brand/assets/film.mp4")
        let answer = hub.answer(ResourceRequest(film), range: row.range, script: .standard)
        #expect(answer.status == row.status)
        #expect(answer.body == Self.video[row.bytes])
        #expect(answer.headers["content-range"] == row.content)
        #expect(answer.headers["content-length"] == String(row.bytes.count))
        #expect(answer.headers["accept-ranges"] == "bytes")
        #expect(answer.headers["content-type"] == "video/mp4")
    }

    @Test func `a page goes over with the script, its policy and the hash of the script in it`() throws {
        let address = try #require(page.address)
        #expect(address.absoluteString == "zbimdb://brand/a/one?visit=1")
        let request = ResourceRequest(address, document: address)
        #expect(request.purpose == .page)
        let answer = hub.answer(request, script: .standard)
        #expect(answer.status == 200)
        #expect(answer.body == page.html(with: .standard))
        #expect(answer.headers["content-type"] == "text/html; charset=utf-8")
        #expect(answer.headers["content-security-policy"]?.contains("'\(PageScript.standard.hash)'") == true)
        #expect(hub.answer(request).body == page.html)
    }

    @Test func `what is refused goes over as nothing, with the reason`() throws {
        let other = try Self.url("zbimdb://brand/a/two")
        let answer = hub.answer(ResourceRequest(other, document: other), script: .standard)
        #expect(answer.status == 403)
        #expect(String(decoding: answer.body, as: UTF8.self) == "not_displayed")
        #expect(answer.headers["content-security-policy"] == "default-src 'none'")
        #expect(hub.answer(ResourceRequest(try Self.url("https://cdn.example/x.png"))).status == 403)
    }

    struct Way: Sendable {
        let url: String
        var isMainFrame = true
        let isAllowed: Bool
        var page = "zbimdb://brand/a/one"
    }

    static let ways = [
        Way(url: "zbimdb://brand/a/one?visit=1", isAllowed: true),
        Way(url: "zbimdb://brand/a/one#end", isAllowed: true),
        Way(url: "zbimdb://brand/a/two", isAllowed: false, page: "zbimdb://brand/a/two"),
        Way(url: "https://example.com/two", isAllowed: false, page: "zbimdb://brand/a/two"),
        Way(url: "https://elsewhere.example/", isAllowed: false),
        Way(url: "about:blank", isAllowed: false),
        Way(url: "javascript:alert(1)", isAllowed: false),
        Way(url: "about:blank", isMainFrame: false, isAllowed: false),
        Way(url: "zbimdb://brand/a/one", isMainFrame: false, isAllowed: false),
        Way(url: "https://cdn.example/", isMainFrame: false, isAllowed: true),
    ]

    @Test(arguments: ways) func `a web view goes nowhere by itself`(_ row: Way) throws {
        let isAllowed = hub.allowsNavigation(to: try Self.url(row.url), isMainFrame: row.isMainFrame, showing: page)
        #expect(isAllowed == row.isAllowed)
        #expect(hub.currentPage?.description == row.page)
    }

    @Test func `a page that is still on its way is no link, although the hub has moved on`() throws {
        hub.load("zbimdb://brand/a/two")
        let address = try #require(page.address)
        #expect(hub.allowsNavigation(to: address, isMainFrame: true, showing: page))
        #expect(hub.currentPage?.description == "zbimdb://brand/a/two")
    }

    @Test func `a page that the surface cannot show becomes an error view`() async throws {
        let fixture = try HubFixture()
        let surface = RecordingSurface(rendersPages: false)
        let presented = Task { try await fixture.hub.present(on: surface) }
        await surface.until { $0.contains { if case .load = $0 { true } else { false } } }
        let hub = try #require(surface.hub)
        hub.pageFailed(.init(99), "of another visit")
        hub.pageFailed(try #require(surface.pages.first).id, "no memory")
        await #expect(throws: (any Error).self) { try await presented.value }
        await surface.until { $0.contains { if case .show(.failed) = $0 { true } else { false } } }
        #expect(surface.statuses.count == 1)
        #expect(fixture.log.messages(.error).contains { $0.contains("no memory") })
    }
}
