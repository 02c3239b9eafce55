import Foundation
import Testing
import VAST

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The examples of README and documentation, as they stand there.
@Suite struct QuickStart {
    private struct OneDocument: DocumentLoader {
        func load(_ address: String, within timeout: Duration, limit: Int) async throws(LoadFailure) -> LoadedDocument {
            LoadedDocument(bytes: Array(QuickStart.text.utf8), address: address)
        }
    }

    static let text = """
        <VAST version="4.2"><Ad id="a"><InLine><AdSystem>S</AdSystem><AdTitle>T</AdTitle>
        <Impression>https://t.example/impression?b=[CACHEBUSTING]</Impression><AdServingId>s</AdServingId>
        <Advertiser id="1">A</Advertiser><Creatives><Creative id="c"><UniversalAdId idRegistry="r">u</UniversalAdId>
        <Linear><Duration>00:00:30</Duration><TrackingEvents><Tracking event="start">https://t.example/start?p=[ADPLAYHEAD]
        </Tracking></TrackingEvents><MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="1280"
        height="720">https://m.example/film.mp4</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
        """

    private let loader = OneDocument()

    @Test func `an address becomes requests and a file`() async throws {
        var generator = Seeded(seed: 1)
        var sent: [String] = []
        func send(_ address: String) { sent.append(address) }
        var chosen: MediaFile?
        func play(_ file: MediaFile) { chosen = file }
        func ask() async throws {
            let address = "https://ads.example/tag?size=[PLAYERSIZE]"
            // A clock on which no time passes: how busy the machine is decides nothing.
            let stopwatch = Stopwatch(VirtualClock())

            var values = MacroValues()
            let resolver = Resolver(loader: loader, stopwatch: stopwatch, macros: { [values] in values })
            guard let tag = URLTemplate(address) else { return }
            let resolution = try await resolver.resolve(.tag(tag))
            for ping in resolution.pings { send(ping.address(with: values)) }
            guard let ad = resolution.plan.ads.first, let linear = ad.linear?.linear else { return }
            let decision = PlayableMedia().then(FittingMedia(width: 1280, height: 720)).decide(for: linear)
            var playback = Playback(ad)
            values.setAd(ad)
            if let file = decision.file { play(file) }
            for action in playback.handle(.started(duration: .seconds(30)), at: stopwatch.reading) {
                guard case .request(let request) = action else { continue }
                values.setCacheBuster(using: &generator)
                send(request.address(with: values))
            }
        }
        try await ask()

        #expect(chosen?.url.text == "https://m.example/film.mp4")
        try #require(sent.count == 2)
        #expect(sent[0].wholeMatch(of: /https:\/\/t\.example\/impression\?b=\d{8}/) != nil)
        #expect(sent[1] == "https://t.example/start?p=00%3A00%3A00.000")
    }

    @Test func `a document is read, and a damaged one says where`() throws {
        var printed: [String] = []
        func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }
        for data in [Data(Self.text.utf8), Data("<VAST version=\"4.2\">\n<Ad></VAST>".utf8)] {
            do {
                let document = try DocumentParser().parse(data)
                for ad in document.ads { print(ad.id ?? "-", ad.parts.impressions.map(\.url)) }
            } catch {
                print(error)  // 100 at 2:12: The document is not well-formed: tags do not match.
            }
        }
        #expect(
            printed == [
                "a [https://t.example/impression?b=[CACHEBUSTING]]",
                "100 at 2:12: The document is not well-formed: tags do not match.",
            ])
    }

    @Test func `a policy chooses, and a playback asks`() throws {
        let document = try DocumentParser().parse(Self.text)
        let throughput = Throughput()
        let values = MacroValues()
        let now = Duration.zero
        var done: [String] = []
        func send(_ address: String) { done.append(address) }
        func showSkipControl() { done.append("skip control") }
        func close(_ outcome: Playback.Outcome) { done.append("\(outcome)") }
        guard case .inLine(let inLine)? = document.ads.first?.content, let linear = inLine.parts.creatives.first?.linear
        else { throw NothingToPlay() }
        let ad = PlannedAd(inLine: inLine, linear: PlannedLinear(linear: linear))

        let policy = PlayableMedia().then(FittingMedia(width: 1280, height: 720)).then(ThroughputMedia(throughput))
        let decision = policy.decide(for: linear)
        #expect(decision.file?.width == 1280)

        var playback = Playback(ad)
        for action in playback.handle(.started(duration: .seconds(30)), at: now) {
            switch action {
            case .request(let request): send(request.address(with: values))
            case .showSkipControl: showSkipControl()
            case .finish(let outcome): close(outcome)
            default: break
            }
        }
        for action in playback.handle(.ended, at: now) {
            if case .finish(let outcome) = action { close(outcome) }
        }
        #expect(done == ["completed"])
    }

    @Test func `a document is written, and what is lost is named`() throws {
        let document = try DocumentParser().parse(Self.text)
        var responses: [String] = []
        func respond(_ text: String, as type: String) { responses.append(type) }
        var logged: [String] = []
        func log(_ omissions: [String]) { logged += omissions }

        let written = try DocumentWriter(edition: .vast42).write(document)
        respond(written.text, as: "application/xml")
        log(written.omissions)  // ["VAST/Ad[0]/InLine/Advertiser/@id"]

        #expect(responses == ["application/xml"])
        #expect(logged == ["VAST/Ad[0]/InLine/Advertiser/@id"])
    }

    private struct NothingToPlay: Error {}
}

/// The loader of the documentation; no test asks it, for none reaches the network.
private struct WebLoader: DocumentLoader {
    func load(_ address: String, within timeout: Duration, limit: Int) async throws(LoadFailure) -> LoadedDocument {
        guard let url = URL(string: address) else { throw .refusedScheme }
        let request = URLRequest(url: url, timeoutInterval: timeout / .seconds(1))
        guard let (data, response) = try? await URLSession.shared.data(for: request),
            let answer = response as? HTTPURLResponse, 200..<300 ~= answer.statusCode
        else { throw .unreachable }
        guard data.count <= limit else { throw .tooLarge }
        return LoadedDocument(bytes: Array(data), address: answer.url?.absoluteString ?? address)
    }
}

/// The sender of the documentation; its addresses lead nowhere here.
private func webSender() -> (String) -> Void {
    let sender = TrackingSender(stopwatch: Stopwatch()) { address in
        guard let url = URL(string: address) else { return .status(400) }
        guard let (_, response) = try? await URLSession.shared.data(from: url),
            let answer = response as? HTTPURLResponse
        else { return .failure }
        return .status(answer.statusCode)
    }
    func send(_ address: String) { Task { await sender.send(address) } }
    return send
}
