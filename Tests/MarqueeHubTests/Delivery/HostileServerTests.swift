import Foundation
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire
import Testing

/// A server that misbehaves over a real connection never damages what is stored, and ends in a named error in time.
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

    @Test(arguments: table)
    func `a misbehaving server ends in a named error and damages nothing`(
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
            total: .seconds(isSlow ? 6 : 120), request: .seconds(isSlow ? 1 : 60), minimumBytesPerSecond: 1_000_000)
        let library = try device.library(transport: URLSessionTransport(), at: url, limits: limits)
        let start = ContinuousClock.now
        let error = await library.refresh().error
        #expect(error?.code == expected, "\(error.map(String.init(describing:)) ?? "no error")")
        #expect(ContinuousClock.now - start < .seconds(60))
        #expect(library.open()?.version == 1)
        let honest = try device.library()
        #expect(await honest.refresh().error == nil)
        #expect(honest.open()?.version == 2)
    }

    // HUB-153
    @Test func `an address without TLS is refused`() async throws {
        let device = try DeliveryFixture()
        let url = try #require(URL(string: "http://content.example/v1/apps/brand/main"))
        let library = try device.library(transport: URLSessionTransport(), at: url)
        #expect(await library.refresh().error?.code == .untrustedServer)
    }
}
