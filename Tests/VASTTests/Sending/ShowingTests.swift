import Synchronization
import Testing

@testable import VAST

/// ADS-101 and ADS-114: a showing requests the counted addresses by itself, with the values of each moment.
@Suite struct ShowingTests {
    private final class Server: Sendable {
        private let state: Mutex<(asked: [String], answers: [TrackingSender.Answer])>

        init(_ answers: [TrackingSender.Answer]) { state = Mutex(([], answers)) }

        var asked: [String] { state.withLock { $0.asked } }

        func answer(to address: String) -> TrackingSender.Answer {
            state.withLock { state in
                state.asked.append(address)
                return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
            }
        }
    }

    private static func sender(to server: Server) -> TrackingSender {
        TrackingSender(stopwatch: Stopwatch(VirtualClock(leaps: true))) { server.answer(to: $0) }
    }

    /// The four trackers of a template, and a file whose address contains a macro.
    private static func ad() async throws -> PlannedAd {
        let events = ["start", "skip", "pause", "resume"].map {
            "<Tracking event='\($0)'><![CDATA[http://t.example/&vau=[ASSETURI]&ve=\($0)&vprog=[CONTENTPLAYHEAD] ]]></Tracking>"
        }
        let creative = """
            <Linear skipoffset='00:00:05'><Duration>00:00:10</Duration><TrackingEvents>\(events.joined())</TrackingEvents>
            <MediaFiles><MediaFile delivery='progressive' type='video/mp4' width='1280' height='720'>\
            https://m.example/a b.mp4?i=[ADSERVINGID]</MediaFile></MediaFiles></Linear>
            """
        let replies = ["1": vast(inLine("a", parts: "<AdServingId>s&amp;1</AdServingId>", creative: creative))]
        return try #require(try await Resolver.resolve(replies).plan.ads.first)
    }

    @Test func `counted addresses are requested with the file and the position`() async throws {
        let server = Server([.status(200)])
        var showing = Showing(
            try await Self.ad(), media: PlayableMedia(), sender: Self.sender(to: server), macros: { MacroValues() })
        let address = try #require(showing.address)
        #expect(address == "https://m.example/a%20b.mp4?i=s%261" && showing.assetURI == address)
        #expect(showing.handle(.begin).isEmpty)
        await showing.finishSending()
        #expect(showing.handle(.timeChanged(.milliseconds(5_250))) == [.showSkipControl])
        #expect(showing.handle(.paused).isEmpty)
        await showing.finishSending()
        #expect(showing.handle(.resumed).isEmpty)
        await showing.finishSending()
        #expect(showing.handle(.skipped) == [.finish(.skipped)])
        await showing.finishSending()
        let asset = "https%3A%2F%2Fm.example%2Fa%2520b.mp4%3Fi%3Ds%25261"
        let trackers = [("start", "00.000"), ("pause", "05.250"), ("resume", "05.250"), ("skip", "05.250")].map {
            "http://t.example/&vau=\(asset)&ve=\($0)&vprog=00%3A00%3A\($1)"
        }
        #expect(Set(server.asked.prefix(2)) == ["https://i.example/a", trackers[0]])
        #expect(Array(server.asked.dropFirst(2)) == Array(trackers.dropFirst()))
    }

    @Test func `the position in the content counts before the position in the ad`() throws {
        var values = MacroValues()
        values.setMediaPlayhead(.seconds(90))
        let request = Playback.Request(
            "https://t.example/?c=[CONTENTPLAYHEAD]&m=[MEDIAPLAYHEAD]&a=[ADPLAYHEAD]&f=[ASSETURI]",
            from: Origin(level: 0),
            for: .event(.start), at: .seconds(3))
        let place = "00%3A01%3A30.000"
        #expect(request.address(with: values) == "https://t.example/?c=\(place)&m=\(place)&a=00%3A00%3A03.000&f=-1")
        #expect(
            request.address(with: MacroValues()) == "https://t.example/?c=00%3A00%3A03.000&m=-1&a=00%3A00%3A03.000&f=-1"
        )
    }

    @Test func `a request without a count is repeated`() async throws {
        let server = Server([.failure, .failure, .status(503), .status(200)])
        var showing = Showing(
            PlannedAd(inLine: InLine(), impressions: [AdFixture.sourced("https://t.example/i")]),
            sender: Self.sender(to: server), macros: { MacroValues() })
        _ = showing.handle(.begin)
        await showing.finishSending()
        #expect(server.asked == Array(repeating: "https://t.example/i", count: 4))
    }

    @Test func `an app that chooses the file sets its address`() async throws {
        let server = Server([.status(200)])
        var showing = Showing(try await Self.ad(), sender: Self.sender(to: server), macros: { MacroValues() })
        #expect(showing.decision == nil && showing.address == nil)
        showing.assetURI = "https://m.example/own"
        _ = showing.handle(.begin)
        await showing.finishSending()
        #expect(server.asked.contains { $0.contains("vau=https%3A%2F%2Fm.example%2Fown&ve=start") })
    }

    @Test func `pings are requested with fresh values for each`() async throws {
        let server = Server([.status(204)])
        let counter = Counter()
        let pings = ["a", "b"].map {
            let url = URLTemplate(stringLiteral: "https://e.example/\($0)?c=[ERRORCODE]&b=[CACHEBUSTING]")
            return ErrorPing(url: url, code: .noAd, origin: Origin(level: 0))
        }
        let deliveries = await Self.sender(to: server).begin(pings) {
            var values = MacroValues()
            values[.cacheBusting] = .text(counter.next())
            return values
        }.value
        #expect(deliveries == Array(repeating: .init(attempts: 1, answer: .status(204)), count: 2))
        #expect(Set(server.asked) == ["https://e.example/a?c=303&b=1", "https://e.example/b?c=303&b=2"])
    }

    @Test func `many addresses are requested a few at a time`() async {
        let running = Mutex((now: 0, most: 0))
        let sender = TrackingSender(stopwatch: Stopwatch(VirtualClock())) { _ in
            running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
            for _ in 0..<10 { await Task.yield() }
            running.withLock { $0.now -= 1 }
            return .status(200)
        }
        let deliveries = await sender.begin((0..<1_000).map { "https://t.example/\($0)" }).value
        #expect(deliveries.count == 1_000 && running.withLock { $0.most } <= 32)
    }

    @Test(arguments: ["file:///etc/hostname", "javascript:1", "/relative", "", "https:///"])
    func `a refused address is not requested`(address: String) async {
        let server = Server([.failure])
        let delivery = await Self.sender(to: server).send(address)
        #expect(delivery.attempts == 0 && delivery.answer == .refused && server.asked.isEmpty)
    }
}
