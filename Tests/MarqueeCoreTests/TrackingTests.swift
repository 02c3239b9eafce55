import Foundation
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeCore

/// ENG-205: requests of third parties' tracking URLs.
@Suite struct TrackingTests {
    private let fixture: CoreFixture

    init() throws {
        fixture = try CoreFixture(FakeTransport { _ throws(TransportError) in TransportResponse(status: 200) })
    }

    private func address(_ text: String) throws -> URL { try #require(URL(string: text)) }

    private var fetched: [String] { fixture.transport.requests.map(\.url.absoluteString) }

    @Test(arguments: [
        "https://ads.example/i?cb=%5B1%5D&x=a%20b", "http://ads.example/", "HTTPS://ads.example:8443/a#b",
        "http://127.0.0.1:9/x",
    ])
    func `a URL is requested once with the same bytes`(text: String) async throws {
        let core = try fixture.core()
        try await core.tracking.fetch(address(text))
        #expect(await core.tracking.sender.drain() == .sent(1))
        #expect(await core.tracking.sender.drain() == .nothingToSend)
        let request = try #require(fixture.transport.requests.first)
        #expect(request.url.absoluteString == text)
        #expect(request.method == "GET")
        #expect(request.body == nil)
        #expect(request.receiver == .thirdParty)
        #expect(try core.tracking.counts().posted == 1)
        #expect(try core.tracking.counts().notPosted == 0)
        await core.close()
    }

    @Test(arguments: [
        "ftp://ads.example/", "file:///etc/passwd", "/relative", "https:///nohost", "https://user:word@ads.example/",
        "javascript:alert(1)", "https://ads.example/" + String(repeating: "x", count: 16_384),
    ])
    func `an invalid URL is refused`(text: String) async throws {
        let core = try fixture.core()
        let url = try address(text)
        let error = await #expect(throws: MarqueeError.self) { try await core.tracking.fetch(url) }
        #expect(error?.code == .invalidParameters)
        #expect(error?.message.contains("word") == false)
        #expect(try core.tracking.counts().notPosted == 0)
        await core.close()
    }

    /// The server's answer.
    enum Behaviour: Sendable {
        case answers(Int)
        case fails(TransportError.Code)
    }

    @Test(
        arguments: [
            (.answers(200), nil, 1), (.answers(204), nil, 1), (.answers(302), nil, 1), (.answers(404), .failed, 1),
            (.answers(403), .failed, 1), (.answers(500), .failed, 4), (.answers(429), .failed, 4),
            (.answers(408), .failed, 4), (.fails(.interrupted), .failed, 4), (.fails(.deadlineExceeded), .failed, 4),
            (.fails(.untrusted), .failed, 4), (.fails(.bodyTooLarge), nil, 1), (.fails(.redirectRefused), .failed, 1),
            (.fails(.unreachable), .notPosted, 8),
        ] as [(Behaviour, OutboxStatus?, Int)])
    func `a final answer ends the requests, a temporary failure allows three retries`(
        behaviour: Behaviour, status: OutboxStatus?, requests: Int
    ) async throws {
        let transport = FakeTransport { _ throws(TransportError) in
            switch behaviour {
            case .answers(let status): return TransportResponse(status: status)
            case .fails(let code): throw TransportError(code, "scripted")
            }
        }
        let fixture = try CoreFixture(transport)
        let core = try fixture.core()
        let id = try await core.tracking.fetch(address("https://ads.example/i"))
        for _ in 0..<8 {
            await core.tracking.sender.drain()
            fixture.clock.advance(by: .seconds(120))
        }
        #expect(transport.requests.count == requests)
        #expect(try core.tracking.sender.items.find(id)?.status == status)
        await core.close()
    }

    @Test func `an unreachable server does not delay the URLs of other servers`() async throws {
        let transport = FakeTransport { request throws(TransportError) in
            if request.url.host() == "dead.example" { throw TransportError(.unreachable, "no such host") }
            return TransportResponse(status: request.url.host() == "sick.example" ? 503 : 200)
        }
        let fixture = try CoreFixture(transport)
        let core = try fixture.core()
        for number in 0..<5 {
            for host in ["dead", "sick", "good"] {
                try await core.tracking.fetch(address("https://\(host).example/\(number)"))
            }
        }
        await core.tracking.sender.drain()
        #expect(try core.tracking.counts().posted == 5)
        #expect(try core.tracking.counts().notPosted == 10)
        #expect(transport.requests.count == 15)
        await core.networkReturned()
        #expect(transport.requests.filter { $0.url.host() == "dead.example" }.count == 10)
        await core.close()
    }

    @Test func `a URL survives a restart and is requested at the next start`() async throws {
        let core = try fixture.core()
        try await core.tracking.fetch(address("https://ads.example/i"))
        await core.close()
        let next = try fixture.core()
        next.start()
        #expect(await eventually { fetched == ["https://ads.example/i"] })
        try await next.tracking.fetch(address("https://ads.example/j"))
        #expect(await eventually { fetched.count == 2 })
        await next.close()
    }

    @Test func `a URL that is not requested within its lifetime is dropped and counted`() async throws {
        let core = try fixture.core()
        try await core.tracking.fetch(address("https://ads.example/i"), within: .seconds(10))
        fixture.clock.advance(by: .seconds(10))
        #expect(await core.tracking.sender.drain() == .nothingToSend)
        #expect(try core.tracking.counts().dropped == [.age: 1])
        #expect(fetched == [])
        await core.close()
    }
}
