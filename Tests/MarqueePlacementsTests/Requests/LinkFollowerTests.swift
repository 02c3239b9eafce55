import Foundation
import MarqueeCore
import MarqueeTesting
import Testing

@testable import MarqueePlacements

/// PLC-079.
struct LinkFollowerTests {
    private static func last(_ answers: [Result<TransportResponse, TransportError>], from text: String) async throws
        -> String?
    {
        let transport = FakeTransport()
        for answer in answers { transport.script(answer) }
        let follower = LinkFollower(transport: transport) { .zero }
        return await follower.lastAddress(of: try #require(URL(string: text)))?.absoluteString
    }

    private static func hop(_ location: String) -> Result<TransportResponse, TransportError> {
        .success(TransportResponse(status: 302, headers: ["Location": location]))
    }

    @Test func `a page that answers is the end`() async throws {
        #expect(
            try await Self.last([.success(TransportResponse(status: 200))], from: "https://a.example/1?t=2")
                == "https://a.example/1?t=2")
    }

    @Test func `after ten redirects the last address is opened`() async throws {
        let hops = (1...20).map { Self.hop("https://a.example/\($0)") }
        #expect(try await Self.last(hops, from: "https://a.example/0") == "https://a.example/10")
    }

    @Test(arguments: ["http", "https"])
    func `a scheme of another app ends the chain`(_ scheme: String) async throws {
        let end = "otherapp://open?x=1"
        #expect(try await Self.last([Self.hop(end)], from: "\(scheme)://a.example") == end)
    }

    @Test func `where the system allows no connection without TLS, the browser goes on`() async throws {
        let refused = Result<TransportResponse, TransportError>.failure(TransportError(.insecureURL, "refused"))
        #expect(try await Self.last([refused], from: "http://a.example/1") == "http://a.example/1")
        let later = try await Self.last([Self.hop("http://a.example/2"), refused], from: "http://a.example/1")
        #expect(later == "http://a.example/2")
    }

    @Test func `an address without TLS behind one that has it is left to the browser`() async throws {
        #expect(
            try await Self.last([Self.hop("http://b.example/2")], from: "https://a.example/1") == "http://b.example/2")
    }

    @Test func `a chain of slow servers is left to the browser after twenty seconds`() async throws {
        let transport = FakeTransport()
        for place in 1...10 { transport.script(Self.hop("https://a.example/\(place)")) }
        let seconds = Locked(0)
        let follower = LinkFollower(transport: transport) {
            .seconds(
                seconds.withLock { seconds in
                    defer { seconds += 8 }
                    return seconds
                })
        }
        let last = await follower.lastAddress(of: try #require(URL(string: "https://a.example/0")))
        #expect(last?.absoluteString == "https://a.example/2")
        #expect(transport.requests.map(\.deadline) == [.seconds(10), .seconds(4)])
    }

    @Test(arguments: [403, 404, 429, 503])
    func `a page behind a redirect that refuses clients other than browsers is left to the browser`(
        _ status: Int
    ) async throws {
        let refused = Result<TransportResponse, TransportError>.success(TransportResponse(status: status))
        // The second one sets a cookie, and leads back to itself.
        for end in ["https://shop.example/2", "https://a.example/1"] {
            #expect(try await Self.last([Self.hop(end), refused], from: "https://a.example/1") == end)
        }
        #expect(try await Self.last([refused], from: "https://a.example/1") == nil)
    }

    @Test func `a page that is too large to be read is the end, and so is a slow one behind a redirect`() async throws {
        let large = Result<TransportResponse, TransportError>.failure(TransportError(.bodyTooLarge, "large"))
        let slow = Result<TransportResponse, TransportError>.failure(TransportError(.deadlineExceeded, "slow"))
        #expect(try await Self.last([large], from: "https://a.example/1") == "https://a.example/1")
        let behind = Self.hop("https://a.example/2")
        for end in [large, slow] {
            #expect(try await Self.last([behind, end], from: "https://a.example/1") == "https://a.example/2")
        }
        #expect(try await Self.last([slow], from: "https://a.example/1") == nil)
    }

    @Test(arguments: [
        hop("javascript:alert(1)"), hop("data:text/html,x"), hop("file:///etc/passwd"),
        .success(TransportResponse(status: 302)),
        .success(TransportResponse(status: 404)), .failure(TransportError(.unreachable, "offline")),
    ])
    func `a chain that breaks leads nowhere`(answer: Result<TransportResponse, TransportError>) async throws {
        #expect(try await Self.last([answer], from: "https://a.example/1") == nil)
    }
}
