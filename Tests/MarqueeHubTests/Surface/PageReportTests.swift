import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeHub

@Suite(.timeLimit(.minutes(10))) struct PageReportTests {
    struct Row: Sendable {
        let message: String
        let event: PageReport.Event?
    }

    private static let out = URL(string: "https://out.example/")

    private static func form(_ members: String) -> String { "{\"marquee\":true,\"visit\":3,\(members)}" }

    static let rows = [
        Row(message: form(#""name":"rendered""#), event: .rendered),
        Row(
            message: form(#""name":"scrolled","number":12.5,"depth":0.4"#), event: .scrolled(position: 12.5, depth: 0.4)
        ),
        Row(message: form(#""name":"scrolled","number":-4,"depth":7"#), event: .scrolled(position: 0, depth: 1)),
        Row(message: form(#""name":"scrolled""#), event: .scrolled(position: 0, depth: 0)),
        Row(message: form(#""name":"link","text":"https://out.example/""#), event: out.map(PageReport.Event.link)),
        Row(message: form(#""name":"link","text":"""#), event: nil),
        Row(message: form(#""name":"link""#), event: nil),
        Row(
            message: form(#""name":"blocked","text":"","trigger":"script-src""#),
            event: .blocked(nil, trigger: "script-src")),
        Row(message: form(#""name":"blocked","text":"https://out.example/""#), event: .blocked(out, trigger: nil)),
        Row(message: form(#""name":"played","text":"film""#), event: .played("film")),
        Row(message: form(#""name":"played","text":"""#), event: nil),
        Row(message: form(#""name":"other""#), event: nil),
        Row(message: #"{"marquee":false,"visit":3,"name":"rendered"}"#, event: nil),
        Row(message: #"{"visit":3,"name":"rendered"}"#, event: nil),
        Row(message: #"{"marquee":true,"name":"rendered"}"#, event: nil),
        Row(message: #"{"marquee":true,"visit":1e40,"name":"rendered"}"#, event: nil),
        Row(message: "", event: nil),
        Row(message: form("\"name\":\"played\",\"text\":\"\(String(repeating: "x", count: 17_000))\""), event: nil),
    ]

    @Test(arguments: rows) func `a message is a report or nothing`(_ row: Row) {
        let report = PageReport(message: row.message)
        #expect(report == row.event.map { PageReport(visit: .init(3), $0) })
    }

    @Test func `an address that nobody can read is still refused and reported`() throws {
        let address = try #require(PageReport.address("http://a:1:2/ü"))
        #expect(address.scheme == "marquee-link")
        #expect(RequestGate().navigation(to: OutwardLink.target(of: address)) == .denied(.malformed))
        #expect(PageReport.address("") == nil)
        #expect(PageReport.address(String(repeating: "a", count: 9_000))?.absoluteString.count == 4_096)
    }

    @Test func `a scroll with a number that is none is no scroll`() {
        #expect(PageReport.scroll(position: .nan, depth: 0) == nil)
        #expect(PageReport.scroll(position: 0, depth: .infinity) == nil)
    }

    @Test func `the hub hears each report`() async throws {
        let fixture = try HubFixture()
        let surface = RecordingSurface(rendersPages: false)
        async let presented = fixture.hub.present(.uri("zbimdb://brand/a/one"), on: surface)
        await surface.until { $0.contains { if case .load = $0 { true } else { false } } }
        let (hub, page) = (try #require(surface.hub), try #require(surface.pages.first))
        #expect(hub.hear(PageReport(visit: page.id, .rendered)) == nil)
        _ = try await presented
        hub.hear(PageReport(visit: page.id, .scrolled(position: 40, depth: 0.5)))
        hub.hear(PageReport(visit: page.id, .played("film")))
        hub.hear(PageReport(visit: page.id, .blocked(nil, trigger: "img-src")))
        let link = try #require(URL(string: "zbimdb://brand/a/two"))
        #expect(
            hub.hear(PageReport(visit: page.id, .link(link))) == .ownPage(ContentURI(hub: "brand", .article("two"))))
        hub.goBack()
        await surface.until { $0.count { if case .load = $0 { true } else { false } } == 3 }
        #expect(surface.pages.last?.scrollPosition == 40)
        #expect(try await fixture.events("video_played").count == 1)
        #expect(try await fixture.events("request_denied").count == 1)
    }
}
