import Testing
@testable import VAST

/// The lines of the library's README, at work.
@Suite struct ReadmeTests {
    private struct OneDocument: DocumentLoader {
        let text: String

        func load(_ address: String, within timeout: Duration, limit: Int) async throws(LoadFailure) -> LoadedDocument {
            LoadedDocument(bytes: Array(text.utf8), address: address)
        }
    }

    private let loader = OneDocument(
        text: """
            <VAST version="4.2"><Ad><InLine><AdSystem>S</AdSystem><AdTitle>T</AdTitle>
            <Impression>https://t.example/impression</Impression><Creatives><Creative><Linear>
            <Duration>00:00:30</Duration><TrackingEvents><Tracking event="start">https://t.example/start?p=[ADPLAYHEAD]
            </Tracking></TrackingEvents><MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="1280"
            height="720">https://m.example/film.mp4</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad></VAST>
            """)

    @Test func `an address becomes requests and a file`() async throws {
        let tag: URLTemplate = "https://ads.example/tag"
        let values = MacroValues()
        var sent: [String] = []
        func send(_ address: String) { sent.append(address) }

        var options = ResolutionOptions()  // A busy machine is not a late server.
        options.timeouts = .init(first: .seconds(600), wrapper: .seconds(600), total: .seconds(600))

        let resolver = Resolver(loader: loader, options: options)
        let resolution = try await resolver.resolve(.tag(tag))
        for ping in resolution.pings { send(ping.address(with: values)) }
        guard let ad = resolution.plan.ads.first, let linear = ad.linear?.linear else { throw NothingToPlay() }
        let file = PlayableMedia().then(FittingMedia(width: 1280, height: 720)).decide(for: linear).file
        var playback = Playback(ad)
        for action in playback.handle(.started(duration: .seconds(30)), at: .zero) {
            if case .request(let request) = action { send(request.address(with: values)) }
        }

        #expect(file?.url.text == "https://m.example/film.mp4")
        #expect(sent == ["https://t.example/impression", "https://t.example/start?p=00%3A00%3A00.000"])
    }

    private struct NothingToPlay: Error {}
}
