import Foundation
import Logging
import MarqueeWire
import PlatformStore
import Synchronization
import Testing

@testable import Collector

/// Anybody can post events, so an article moves only to a channel and in a release that exist.
@Suite struct ForgedEventTests {
    private static let article = "zbimdb://magazine/a/one"

    private func view(channel: String, release: Int64) -> Event {
        Sample.event(
            "content_viewed", ["uri": .text(Self.article), "channel": .text(channel), "release": .integer(release)])
    }

    /// The channel that reports have the article in after each of the events.
    private func channels(_ events: [(channel: String, release: Int64)], newest: Int?) async throws -> [String] {
        let store = try TemporaryCollector()
        let collector = try Collector.open(
            at: store.folder, logger: Logger(label: "test"), now: { TemporaryCollector.now },
            newestRelease: { _ in newest })
        var channels: [String] = []
        for event in events {
            _ = try await collector.intake.accept(
                try Sample.body([view(channel: event.channel, release: event.release)]), scope: store.scope)
            while try await collector.folding.foldOnce() {}
            let found = try store.column("SELECT COALESCE(channel, '-') FROM page WHERE uri = '\(Self.article)'")
            channels += found.map { String(decoding: $0, as: UTF8.self) }
        }
        return channels
    }

    private static let (news, cars) = ("zbimdb://magazine/c/news", "zbimdb://magazine/c/cars")

    // HUB-214
    @Test func `a release that does not exist moves no article, and keeps none in its place`() async throws {
        let found = try await channels(
            [(Self.news, 1), (Self.cars, .max), (Self.cars, 3), (Self.cars, 2)], newest: 2)
        #expect(found == [Self.news, Self.news, Self.news, Self.cars])
    }

    @Test(arguments: ["x", "zbimdb://magazine/", "zbimdb://magazine/a/two", "zbimdb://other/c/news", "'; --"])
    func `a text that is not a channel of the hub moves no article`(_ channel: String) async throws {
        let found = try await channels([(channel, 1), (Self.news, 1), (channel, 2)], newest: 2)
        #expect(found == ["-", Self.news, Self.news])
    }

    @Test func `any release is accepted while releases are not known`() async throws {
        #expect(try await channels([(Self.news, 1), (Self.cars, 7)], newest: nil) == [Self.news, Self.cars])
    }

    @Test func `a property that occurs twice is rejected, also with an escaped name`() throws {
        let event = #"""
            {"id":"01890a5d-ac96-774b-bcce-b302099a8057","name":"a","time":1,"sequence":1,"properties":{"a":1,"\u0061":2}}
            """#
        let scanned = try Sample.body(event: event).withUnsafeBufferPointer { try BatchScanner.scan($0, keys: .all) }
        #expect(scanned.verdicts == [.rejected])
    }

    @Test func `texts of any length are remembered in a bounded memory`() throws {
        var numbers = TextNumbers()
        var most = 0
        for index in 0..<5000 {
            let text = Array("\(index)".utf8) + [UInt8](repeating: 0x78, count: 8000)
            let number = try text.withUnsafeBufferPointer { (text) throws(StoreError) in
                try numbers.number(of: text) { () throws(StoreError) in Int64(index) }
            }
            #expect(number == Int64(index))
            most = max(most, numbers.bytes)
        }
        #expect((1...TextNumbers.memory).contains(most))
    }
}
