import Foundation
import Testing
import VAST

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The examples of the README and the documentation, word for word.
@Suite struct QuickStart {
    /// Answers every address with one document and records the address.
    private actor OneDocument: DocumentLoader {
        let text: String
        private(set) var asked: [String] = []

        init(_ text: String) {
            self.text = text
        }

        func load(_ address: String, within timeout: Duration, limit: Int) async throws(LoadFailure) -> LoadedDocument {
            asked.append(address)
            return LoadedDocument(bytes: Array(text.utf8), address: address)
        }
    }

    static let text = """
        <VAST version="4.2"><Ad id="a"><InLine><AdSystem>S</AdSystem><AdTitle>T</AdTitle>
        <Impression>https://t.example/impression?b=[CACHEBUSTING]&amp;t=[TIMESTAMP]</Impression><AdServingId>s</AdServingId>
        <Advertiser id="1">A</Advertiser><Creatives><Creative id="c"><UniversalAdId idRegistry="r">u</UniversalAdId>
        <Linear><Duration>00:00:30</Duration><TrackingEvents><Tracking event="start">
        https://t.example/start?b=[CACHEBUSTING]&amp;t=[TIMESTAMP]&amp;p=[ADPLAYHEAD]&amp;s=[ADSERVINGID]
        </Tracking></TrackingEvents><MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="1280"
        height="720">https://m.example/film.mp4</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
        """

    static let empty = """
        <VAST version="4.2"><Error>https://t.example/error?b=[CACHEBUSTING]&amp;t=[TIMESTAMP]&amp;c=[ERRORCODE]</Error></VAST>
        """

    /// Documents, the requests they cause without the two macros of one request, and the file.
    @Test(arguments: [
        (
            text, ["https://ads.example/tag", "https://t.example/impression", "https://t.example/start"],
            ["", "", "&p=00%3A00%3A00.000&s=s"], "https://m.example/film.mp4"
        ),
        (empty, ["https://ads.example/tag", "https://t.example/error"], ["", "&c=303"], nil),
    ])
    func `an address leads to requests and a file`(
        document: String, addresses: [String], rests: [String], film: String?
    ) async throws {
        let loader = OneDocument(document)
        let (sent, server) = AsyncStream<String>.makeStream()
        var played: String?
        func play(_ address: String) { played = address }
        func perform(_ action: Playback.Action) { Issue.record("\(action)") }
        func ask() async throws {
            // A clock that stands still, so that a busy machine does not affect the result.
            let stopwatch = Stopwatch(VirtualClock())
            let tag: URLTemplate = "https://ads.example/tag?b=[CACHEBUSTING]&t=[TIMESTAMP]"
            let values = MacroValues()
            let sender = TrackingSender(stopwatch: stopwatch) { address in
                server.yield(address)
                return .status(200)
            }

            let macros = { @Sendable [values] in fresh(values) }
            let resolver = Resolver(loader: loader, stopwatch: stopwatch, macros: macros)
            let resolution = try await resolver.resolve(.tag(tag))
            sender.begin(resolution.pings, macros: macros)
            guard let ad = resolution.plan.ads.first else { return }
            let policy = PlayableMedia().then(FittingMedia(width: 1280, height: 720))
            var showing = Showing(ad, media: policy, sender: sender, macros: macros)
            if let address = showing.address { play(address) }
            for action in showing.handle(.started(duration: nil)) { perform(action) }
        }
        try await ask()

        var requests = await loader.asked
        var answers = sent.makeAsyncIterator()
        while requests.count < addresses.count, let address = await answers.next() { requests.append(address) }
        // Addresses of one moment are requested in parallel.
        requests.sort()
        let stamp = /\?b=\d{8}&t=\d{4}-\d\d-\d\dT\d\d%3A\d\d%3A\d\d\.\d{3}%2B00%3A00/
        #expect(requests.allSatisfy { $0.contains(stamp) })
        #expect(requests.map { $0.replacing(stamp, with: "") } == zip(addresses, rests).map { $0 + $1 })
        #expect(played == film)
    }

    @Test func `a document is parsed, and a damaged one gives the position`() throws {
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
                "a [https://t.example/impression?b=[CACHEBUSTING]&t=[TIMESTAMP]]",
                "100 at 2:12: The document is not well-formed: tags do not match.",
            ])
    }

    @Test func `a policy chooses a file, and a playback requests addresses`() throws {
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
            case .request(let request): send(request.address(with: fresh(values)))
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

    @Test func `a document is written, and omissions are named`() throws {
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

/// The values of one request, as in the README and the documentation.
private func fresh(_ values: MacroValues) -> MacroValues {
    var generator = SystemRandomNumberGenerator()
    return values.stamped(at: .seconds(Date.now.timeIntervalSince1970), using: &generator)
}

/// The loader of the documentation. No test calls it, because no test uses the network.
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

/// The resolution of the documentation, with its loader.
private func resolve(_ tag: URLTemplate, _ values: MacroValues, send: (String) -> Void) async throws {
    let stopwatch = Stopwatch()
    let resolver = Resolver(loader: WebLoader(), stopwatch: stopwatch, macros: { fresh(values) })
    let resolution = try await resolver.resolve(.tag(tag))
    for ping in resolution.pings { send(ping.address(with: fresh(values))) }
}

/// The sender of the documentation. Its addresses are not reachable here.
private func webSender() -> TrackingSender {
    let sender = TrackingSender(stopwatch: Stopwatch()) { address in
        guard let url = URL(string: address) else { return .status(400) }
        guard let (_, response) = try? await URLSession.shared.data(from: url),
            let answer = response as? HTTPURLResponse
        else { return .failure }
        return .status(answer.statusCode)
    }
    return sender
}
