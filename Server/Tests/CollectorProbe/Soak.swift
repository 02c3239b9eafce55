import Collector
import Foundation
import Logging
import MarqueeWire
import PlatformStore
import Synchronization

/// A simulated week of many devices through the real intake: lost requests and answers, reordered batches, clocks that
/// jump, devices and servers that are killed, and storms: hours in which no server can be reached, in which the server has
/// no room and answers 503, in which a gateway answers 502 to what the server has stored, or all of that by turns.
///
/// At the end every event that was on a device's disk is stored once, and the server names exactly the gaps of those that
/// were not.
final class Soak {
    private static let start = Timestamp(milliseconds: 1_790_000_000_000)
    /// In seconds.
    private static let step: Int64 = 1800
    private static let steps = 7 * 86_400 / 1800
    /// Resident memory, in MiB, that the process may reach at most.
    private static let mostMemory = 700

    private let folder: URL
    private let clock = SoakClock(Soak.start)
    private var opened: Collector?
    private var devices: [SoakDevice]
    private var random = SystemRandomNumberGenerator()
    private var recorded: [EventID] = []
    /// Events of old SDKs, which have no ids of their own.
    private var unnamed = 0
    private var counts = SoakCounts()
    private var storm: SoakStorm?
    private let scope: Scope

    init(in folder: URL, devices: Int) throws {
        self.folder = folder
        scope = try Scope(app: "soak")
        self.devices = (0..<devices).map { SoakDevice(number: $0) }
        try restart()
    }

    private var collector: Collector {
        get throws {
            guard let opened else { throw SoakFailure("the collector is closed") }
            return opened
        }
    }

    func run() async throws {
        for step in 0..<Self.steps {
            clock.advance(Self.step)
            // A storm lasts two hours, twice a day.
            try begin(step % 24 < 4 ? SoakStorm.allCases[step / 24 % SoakStorm.allCases.count] : nil)
            for place in devices.indices where Int.random(in: 0..<8, using: &random) == 0 {
                live(place)
                try await send(place)
            }
            if step % 7 == 3 {
                // A server that is killed leaves the rest in its spool.
                _ = try await collector.folding.foldOnce()
                try restart()
            }
            if step % 3 == 0 { while try await collector.folding.foldOnce() {} }
        }
        try begin(nil)
        while devices.contains(where: { !$0.waiting.isEmpty }) {
            clock.advance(60)
            for place in devices.indices where !devices[place].waiting.isEmpty { try await send(place) }
        }
        while try await collector.folding.foldOnce() {}
        try await check()
    }

    /// Changes the weather. A server without room is one with a quota of a byte.
    private func begin(_ next: SoakStorm?) throws {
        guard next != storm else { return }
        storm = next
        try restart()
    }

    private func restart() throws {
        counts.restarts += 1
        // One after the other, since a spool has one owner.
        opened = nil
        opened = try Collector.open(
            at: folder, logger: Logger(label: "soak"),
            quota: storm == .noRoom ? 1 : Collector.standardQuota, now: { [clock] in clock.now })
    }

    /// A device records events; at times it is killed, or somebody sets its clock.
    private func live(_ place: Int) {
        let count = Int.random(in: 1...6, using: &random)
        let isKilled = Int.random(in: 0..<30, using: &random) == 0
        let durable = isKilled ? Int.random(in: 0...count, using: &random) : count
        if isKilled { counts.kills += 1 }
        if Int.random(in: 0..<50, using: &random) == 0 {
            devices[place].clockError = Int64.random(in: -200_000...200_000, using: &random)
        }
        let before = devices[place].waiting.count
        devices[place].record(count, durable: durable, at: clock.now, using: &random)
        let new = devices[place].waiting[before...]
        if devices[place].dialect == .oldSubmission {
            unnamed += new.count
        } else {
            recorded += new.map(\.id)
        }
    }

    /// A device sends some of its events, in any order; requests and answers are lost.
    private func send(_ place: Int) async throws {
        for _ in 0..<2 where !devices[place].waiting.isEmpty {
            let device = devices[place]
            let lower = Int.random(in: 0..<device.waiting.count, using: &random)
            let upper = min(device.waiting.count, lower + Int.random(in: 1...60, using: &random))
            let items =
                Int.random(in: 0..<3, using: &random) == 0 ? device.waiting[lower..<upper] : device.waiting.prefix(60)
            counts.requests += 1
            guard try await isAnswered(device.body(items, at: clock.now), device.dialect) else { continue }
            devices[place].acknowledge(items)
        }
    }

    /// Whether a request gets its receipt. A device does not know whether a server has stored what it gets no receipt for.
    private func isAnswered(_ body: [UInt8], _ dialect: SoakDevice.Dialect) async throws -> Bool {
        let isBad = Bool.random(using: &random)
        if Int.random(in: 0..<10, using: &random) == 0 || storm == .unreachable || (storm == .changing && isBad) {
            counts.unreachable += 1
            return false
        }
        do { try await post(body, dialect) } catch {
            guard storm == .noRoom, (error as? IntakeError)?.retryAfter != nil else { throw error }
            counts.refused += 1
            return false
        }
        if storm == .gateway || (storm == .changing && Bool.random(using: &random)) {
            counts.gateway += 1
            return false
        }
        guard Int.random(in: 0..<10, using: &random) == 0 else { return true }
        counts.repeats += 1
        return false
    }

    private func post(_ body: [UInt8], _ dialect: SoakDevice.Dialect) async throws {
        switch dialect {
        case .events, .engage:
            let receipt = try await collector.intake.accept(body, scope: scope)
            guard receipt.rejected == 0 else { throw SoakFailure("events were rejected: \(receipt.reasons)") }
        case .submission, .oldSubmission:
            let receipt = try await collector.submissions.submit(
                body, from: SubmissionSender(scope: scope, client: "soak"))
            guard receipt.rejected.isEmpty else { throw SoakFailure("events were rejected: \(receipt.rejected)") }
        }
    }

    private func check() async throws {
        let stored = try storedIDs()
        let expected = recorded.count + unnamed
        guard stored.count == expected else {
            throw SoakFailure("\(expected) events were recorded and \(stored.count) are stored")
        }
        let missing = Set(recorded).subtracting(stored)
        guard missing.isEmpty else { throw SoakFailure("\(missing.count) events are not stored") }
        let gaps = try await checkGaps()
        let memory = Self.peakMemory()
        guard memory < Self.mostMemory else { throw SoakFailure("the process took \(memory) MiB") }
        guard counts.refused > 0, counts.gateway > 0, counts.unreachable > 0 else {
            throw SoakFailure("a kind of storm is missing: \(counts)")
        }
        print(
            "\(devices.count) devices: \(expected) events stored once, \(gaps) gaps named; \(counts); \(memory) MiB at most"
        )
    }

    private func storedIDs() throws -> Set<EventID> {
        let connection = try SQLiteConnection(path: folder.appending(path: "warehouse.sqlite3").path)
        let select = try connection.prepare("SELECT id FROM event")
        var ids: Set<EventID> = []
        while try select.step() {
            let bytes = select.bytes(0)
            let half = { (bytes: ArraySlice<UInt8>) in bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }
            ids.insert(EventID(high: half(bytes[..<8]), low: half(bytes[8...])))
        }
        return ids
    }

    /// The number of gaps, which are exactly those of the devices.
    private func checkGaps() async throws -> Int {
        var found: [String: [ClosedRange<Int64>]] = [:]
        var position: SequenceGapPage.Position?
        repeat {
            let page = try await collector.reports.sequenceGaps(scope: scope, after: position, limit: 1000)
            for gap in page.gaps { found[gap.install, default: []].append(gap.first...gap.last) }
            position = page.next
        } while position != nil
        for device in devices where found[device.install] ?? [] != device.gaps {
            throw SoakFailure("\(device.install): gaps \(found[device.install] ?? []), not \(device.gaps)")
        }
        return found.values.reduce(0) { $0 + $1.count }
    }

    /// In MiB; 0 where the system does not say.
    private static func peakMemory() -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(separator: " ").compactMap { Int($0) }.first ?? 0) / 1024
    }
}

/// The server's clock, which only the simulation moves.
private final class SoakClock: Sendable {
    private let time: Mutex<Timestamp>

    init(_ time: Timestamp) { self.time = Mutex(time) }

    var now: Timestamp { time.withLock { $0 } }

    func advance(_ seconds: Int64) { time.withLock { $0 = $0 + .seconds(seconds) } }
}

/// What a device meets during a storm.
private enum SoakStorm: CaseIterable {
    case unreachable
    /// 503 with `Retry-After`, because the server has no room.
    case noRoom
    /// 502 or 504 to what the server has stored.
    case gateway
    /// All of these by turns, and answers between them.
    case changing
}

private struct SoakCounts: CustomStringConvertible {
    var (requests, unreachable, refused, gateway, repeats, kills, restarts) = (0, 0, 0, 0, 0, 0, 0)

    var description: String {
        """
        \(requests) requests, of which \(unreachable) reached no server, \(refused) were answered with 503, \(gateway) with \
        502 after they were stored, and \(repeats) lost their answer; \(kills) kills, \(restarts) restarts
        """
    }
}

struct SoakFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
