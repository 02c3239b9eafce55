import Foundation
import HTTPTypes
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire
import Testing

@testable import Simulator

/// What a page hears of a phone: everything that is new, and in the end the newest state.
@Suite(.timeLimit(.minutes(10))) struct DeviceFeedTests {
    @Test func `unread signals count as one`() async {
        let feed = DeviceFeed()
        let (signals, last) = (feed.watch(), feed.watch())
        for number in 1...1000 { feed.add(.log, "\(number)") }
        feed.end()
        // When one has ended, all have been sent every signal.
        for await _ in last {}
        var count = 0
        for await _ in signals { count += 1 }
        #expect(count == 1)
        var place = DeviceFeed.Place()
        let entries = feed.entries(after: &place)
        #expect(entries.count == DeviceFeed.kept)
        #expect(entries.last?.title == "1000")
        #expect(feed.entries(after: &place).isEmpty)
    }

    @Test func `a watcher reads each entry once`() {
        let feed = DeviceFeed()
        var place = DeviceFeed.Place()
        feed.add(.log, "one")
        #expect(feed.entries(after: &place).map(\.title) == ["one"])
        feed.add(.log, "two")
        feed.add(.log, "three")
        #expect(feed.entries(after: &place).map(\.title) == ["two", "three"])
    }

    @Test func `a feed is watched while a reader waits`() async {
        let feed = DeviceFeed()
        #expect(!feed.isWatched)
        let task = Task { for await _ in feed.watch() {} }
        #expect(await eventually { feed.isWatched })
        task.cancel()
        #expect(await eventually { !feed.isWatched })
    }

    /// A page draws the state with the highest number.
    ///
    /// If the number were taken after the state was read, an older state could have the higher number.
    @Test func `the state with the highest number includes the last change`() async throws {
        let fixture = try LabFixture()
        let device = try fixture.lab.device(try await fixture.phone())
        let (app, lab) = (try #require(device.front), fixture.lab)
        for round in 0..<40 {
            let states = try await withThrowingTaskGroup(of: PhoneState.self) { group in
                for number in 0..<8 {
                    group.addTask {
                        await app.surface.open(URL(filePath: "/\(round)/\(number)"))
                        return try PhoneState(lab.state(of: device))
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let newest = try #require(states.max { $0.revision < $1.revision })
            #expect(newest.hub?.opened == app.surface.screen.opened?.absoluteString)
        }
    }

    @Test func `a state has its number before the home screen's apps are read`() async throws {
        let fixture = try LabFixture()
        let device = try fixture.lab.device(try await fixture.phone())
        var read = 0
        func apps() -> [LabApp] {
            read = device.nextRevision()
            return []
        }
        let state = DeviceState(device, apps: apps(), wings: fixture.lab.wings)
        #expect(read > state.revision)
    }

    @Test func `a page receives every entry and the final state`() async throws {
        let fixture = try LabFixture()
        let phone = try await fixture.phone()
        let device = try fixture.lab.device(phone)
        // Fewer than are kept, with room for the phone's own entries: a page that reads late misses none.
        let count = DeviceFeed.kept / 4
        let changes = Task {
            for number in 1...count {
                device.clock.forward(by: .seconds(1))
                device.feed.add(.log, "change \(number)")
                await Task.yield()
            }
        }
        let events = try await fixture.feed(phone) { _, data in
            String(decoding: data, as: UTF8.self).contains("\"change \(count)\"")
        }
        await changes.value
        let states = try events.filter { $0.name == "state" }.map {
            try JSONDecoder().decode(PhoneState.self, from: $0.data)
        }
        #expect(states.map(\.revision) == states.map(\.revision).sorted())
        #expect(states.last?.device.clockAheadSeconds == Int64(count))
        #expect(events.count { String(decoding: $0.data, as: UTF8.self).contains("\"change ") } == count)
        #expect(await eventually { !device.feed.isWatched })
    }

    @Test func `a feed ends with its phone`() async throws {
        let fixture = try LabFixture()
        let phone = try await fixture.phone()
        let old = try fixture.lab.device(phone)
        let reading = Task { try await fixture.feed(phone) { _, _ in false } }
        try #require(await eventually { old.feed.isWatched })
        #expect(try await fixture.send(.delete, "/lab/api/devices/\(phone)").status == .noContent)
        #expect(try await reading.value.contains { $0.name == "state" })
        let next = try fixture.state(try await fixture.phone())
        #expect(next.revision < 10)
        #expect(next.started >= old.started.milliseconds)
    }

    @Test func `a feed goes on when an app is killed, and its revisions rise`() async throws {
        let fixture = try LabFixture()
        let phone = try await fixture.phone()
        let before = try fixture.state(phone)
        let reading = Task { try await fixture.feed(phone) { _, data in data.contains(Data(#""process":2"#.utf8)) } }
        let feed = try fixture.lab.device(phone).feed
        try #require(await eventually { feed.isWatched })
        try await fixture.command(phone, "device.restart")
        #expect(try await !reading.value.isEmpty)
        let after = try fixture.state(phone)
        #expect(after.started == before.started && after.revision > before.revision)
    }
}
