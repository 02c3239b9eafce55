import Foundation
import MarqueeCore
import MarqueeTesting
import PlatformStore
import Publishing
import Testing

@testable import MarqueeServer

/// What a phone of the lab reaches, whatever address a unit of placements names.
@Suite struct LabTransportTests {
    /// Answers with its own words, and remembers what it was asked for.
    private struct Outside: SourceFetcher {
        let asked = Locked<[URL]>([])

        func fetch(_ url: URL, maximum: Int) async throws(PublishingError) -> Data {
            asked.withLock { $0.append(url) }
            return Data("outside".utf8)
        }
    }

    private let outside = Outside()
    private let local = FakeTransport { request throws(TransportError) in
        TransportResponse(status: 200, body: Data("\(request.url.absoluteString) \(request.receiver)".utf8))
    }

    private func transport(_ outside: (any SourceFetcher)?) -> LabTransport {
        LabTransport(
            store: URL(string: "http://127.0.0.1:8090"), publicURL: URL(string: "https://marquee.example"),
            networks: [],
            own: local, outside: outside
        ) { 4711 }
    }

    private func get(_ text: String, _ change: (inout TransportRequest) -> Void = { _ in }) async throws -> String {
        var request = TransportRequest(
            "GET", try #require(URL(string: text)), maximumBodySize: 100, receiver: .thirdParty)
        change(&request)
        let response = try await transport(outside).send(request)
        return String(decoding: response.body, as: UTF8.self)
    }

    @Test func `this server is reached on this machine, also by its public address, and leads nowhere else`()
        async throws
    {
        #expect(try await get("http://127.0.0.1:4711/v3/x?a=1") == "http://127.0.0.1:4711/v3/x?a=1 service")
        #expect(try await get("https://marquee.example/v3/x?a=1") == "http://127.0.0.1:4711/v3/x?a=1 service")
        #expect(try await get("http://127.0.0.1:8090/sell").hasPrefix("http://127.0.0.1:8090/sell"))
        #expect(outside.asked.withLock(\.isEmpty))
    }

    @Test(arguments: [
        "http://127.0.0.1:4712/", "https://127.0.0.1:4711/", "http://marquee.example/", "http://10.0.0.1/",
    ])
    func `every other address is fetched as one from outside`(_ address: String) async throws {
        #expect(try await get(address) == "outside")
        #expect(outside.asked.withLock(\.count) == 1)
        #expect(local.requests.isEmpty)
    }

    @Test func `a link is not followed beside this server, and nothing is sent there`() async throws {
        #expect(try await get("https://shop.example/") { $0.followsRedirects = false } == "")
        await #expect(throws: TransportError.self) { try await get("https://shop.example/") { $0.method = "POST" } }
        #expect(outside.asked.withLock(\.isEmpty))
    }

    @Test func `by itself it reaches no service beside this server`() async throws {
        let request = TransportRequest("GET", try #require(URL(string: "http://127.0.0.1:1/")), maximumBodySize: 100)
        let error = await #expect(throws: TransportError.self) { try await transport(nil).send(request) }
        #expect(error?.code == .unreachable)
    }

    @Test func `a picture has the type of its path`() async throws {
        let url = try #require(URL(string: "https://media.example/a.PNG"))
        let answer = try await transport(outside).send(TransportRequest("GET", url, maximumBodySize: 100))
        #expect(answer.headers["content-type"] == "image/png")
    }
}
