import Marquee
import MarqueeTesting
import Testing

/// The example in the documentation of the tests, compiled and run without changes.
@Suite(.timeLimit(.minutes(10))) struct QuickTest {
    @Test func `the app opens the news with and without a network`() async throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock()
        let service = try SimulatedContentService(now: { clock.now })
        try service.publish(.sample())

        let network = LossyTransport(service, now: { clock.now })
        let marquee = try Marquee(
            configuration: Marquee.Configuration(service: service.url, trustAnchors: [try service.publicKey()]),
            environment: Marquee.Environment(folder: folder.url, transport: network, clock: clock))
        marquee.run()
        try marquee.users.create("reader")
        try marquee.users.activate("reader")

        let surface = RecordingSurface()
        let hub = try await marquee.hub.present(.uri("zbimdb://brand/c/news"), on: surface)
        #expect(surface.pages.map(\.title) == ["news"])

        network.mode = .offline
        hub.load("zbimdb://brand/a/news-2")
        #expect(await eventually { surface.pages.count == 2 })
        #expect(hub.currentPage?.description == "zbimdb://brand/a/news-2")

        try hub.dismiss()
        await marquee.close()
    }
}
