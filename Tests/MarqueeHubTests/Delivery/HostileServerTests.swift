import Foundation
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire
import Testing

/// A server that misbehaves over a real connection causes a named error in time, and never damages the stored content.
///
/// HUB-085, HUB-153.
@Suite(.serialized) struct HostileServerTests {
    static let table: [(HostileServer.Behaviour, String, RefreshError.Code)] = [
        (.endlessBody, "fresh", .tooLarge), (.endlessBody, "objects/", .tooLarge),
        (.drip, "fresh", .deadlineExceeded), (.drip, "objects/", .deadlineExceeded),
        (.promisesTooMuch, "fresh", .interrupted), (.promisesTooMuch, "objects/", .interrupted),
        (.otherBytes, "fresh", .notTheService), (.otherBytes, "objects/", .notAuthentic),
        (.truncated, "fresh", .interrupted), (.truncated, "objects/", .interrupted),
        (.captivePortal, "", .notTheService), (.captivePortal, "objects/", .interrupted),
        (.redirect, "", .untrustedServer), (.redirect, "objects/", .untrustedServer),
        (.missing, "fresh", .missing), (.missing, "objects/", .missing),
    ]

    /// The extra time after a deadline that a busy machine may need: other tests keep all threads for minutes there.
    private static let slack = Duration.seconds(300)

    @Test(arguments: table)
    func `a misbehaving server causes a named error and damages nothing`(
        behaviour: HostileServer.Behaviour, paths: String, expected: RefreshError.Code
    ) async throws {
        let device = try DeliveryFixture()
        _ = try await device.filledLibrary()
        var content = SimulatedContent.sample(articles: 4)
        content.hubs[0].channels[0].articles[0].html = "<p>next</p>"
        try device.service.publish(content)
        let server = try HostileServer(device.service, behaviour, paths: paths)
        defer { server.stop() }
        let url = try #require(
            URL(string: "http://127.0.0.1:\(server.port)\(ServiceRoute.servicePath(device.service.scope))"))
        let isSlow = behaviour == .drip
        let limits = RefreshLimits(
            total: .seconds(isSlow ? 6 : 60), request: .seconds(isSlow ? 1 : 60), minimumBytesPerSecond: 1_000_000)
        let library = try await device.library(transport: URLSessionTransport(), at: url, limits: limits)
        let start = ContinuousClock.now
        let error = await library.refresh().error
        #expect(error?.code == expected, "\(error.map(String.init(describing:)) ?? "no error")")
        #expect(ContinuousClock.now - start < limits.total + Self.slack)
        #expect(library.open()?.version == 1)
        let honest = try await device.library()
        #expect(await honest.refresh().error == nil)
        #expect(honest.open()?.version == 2)
    }

    /// HUB-085: the default limits, with a clock that advances for each received byte.
    ///
    /// At 1 byte a second, the first answer exceeds the time limit of the largest answer. At 400 bytes a second, no request
    /// is too slow, but the whole refresh is.
    @Test(arguments: [
        (bytesPerSecond: 1, earliest: Duration.seconds(15), latest: Duration.seconds(19)),
        (bytesPerSecond: 400, earliest: .seconds(600), latest: .seconds(690)),
    ])
    func `a download from a very slow server stops within the default limits`(
        bytesPerSecond: Int, earliest: Duration, latest: Duration
    ) async throws {
        let device = try DeliveryFixture()
        _ = try await device.filledLibrary()
        try device.service.publish(.sample(articles: 150))
        let clock = ManualClock()
        let network = LossyTransport(
            device.service, mode: .slow(bytesPerSecond: bytesPerSecond), sleep: { clock.advance(by: $0) })
        let library = try await device.library(transport: network, uptime: { clock.uptime })
        #expect(await library.refresh().error?.code == .deadlineExceeded)
        #expect(clock.uptime >= earliest)
        #expect(clock.uptime <= latest)
        #expect(library.open()?.version == 1)
    }

    // HUB-153
    @Test func `an address without TLS is refused`() async throws {
        let device = try DeliveryFixture()
        let url = try #require(URL(string: "http://content.example/v1/apps/brand/main"))
        let library = try await device.library(transport: URLSessionTransport(), at: url)
        #expect(await library.refresh().error?.code == .untrustedServer)
    }
}
