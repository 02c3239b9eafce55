import Foundation
import Logging
import MarqueeWire
import PlatformStore
import Synchronization

@testable import Collector

/// A collector whose clock moves, and what devices do with placements.
struct PlacementSample {
    final class Clock: Sendable {
        private let time = Mutex(TemporaryCollector.now)
        var now: Timestamp { time.withLock { $0 } }
        func advance(by duration: Duration) { time.withLock { $0 = $0 + duration } }
    }

    let store: TemporaryCollector
    let clock = Clock()
    let collector: Collector

    init() throws {
        store = try TemporaryCollector()
        collector = try Collector.open(at: store.folder, logger: Logger(label: "test"), now: { [clock] in clock.now })
    }

    /// Records an event, each with a key of its own unless one is given.
    func record(
        _ name: PlacementEventName, _ properties: [String: Event.Value] = [:], of install: String? = "gid",
        key: String = UUID().uuidString, made: Timestamp? = nil
    ) async throws {
        let event = ServerEvent(
            name.rawValue, of: install, scope: store.scope, key: key, made: made ?? clock.now, properties: properties)
        if let error = await collector.serverEvents.record([event]).first { throw error }
    }

    func fold() async throws { while try await collector.folding.foldOnce() {} }

    /// The figures of all days up to the clock's together.
    func totals(_ devices: ReportQuery.Devices = .readers) async throws -> PlacementCounts {
        try await rows([], devices).first?.counts ?? PlacementCounts()
    }

    func rows(
        _ grouping: PlacementQuery.Grouping, _ devices: ReportQuery.Devices = .readers, placement: String? = nil,
        unit: String? = nil
    ) async throws -> [PlacementRow] {
        try await fold()
        return try await collector.reports.placements(
            PlacementQuery(
                scope: store.scope, by: grouping, days: Day(TemporaryCollector.now)...Day(clock.now),
                placement: placement, unit: unit, devices: devices, now: clock.now))
    }

    static func unit(_ id: String, kind: String = "announcement", _ more: [String: Event.Value] = [:]) -> [String:
        Event.Value]
    {
        ["placement": "start", "unit": .text(id), "kind": .text(kind)].merging(more) { $1 }
    }
}
