import ArgumentParser
import Collector
import Foundation
import MarqueeServer
import MarqueeWire

/// The universal events of a simulated reader: sessions, goals and notifications around the visits to the hub.
struct ReaderJourney: Sendable {
    private static let campaigns = ["First snow", "Hut season", "Berry weeks"]

    /// The body of a submission, as a phone's.
    private struct Submission: Encodable {
        let install: String
        let sent: Int64
        let events: [UniversalEvent]
    }

    let app: String
    let reader: Int
    let now: Timestamp

    /// Submits what belongs to the visits.
    /// - Returns: how many events there were.
    func run(on server: MarqueeServer, visits: [Event]) async throws -> Int {
        let events = events(around: visits.filter { $0.name == EventName.hubPresented }.map(\.time))
        guard !events.isEmpty else { return 0 }
        let body = try JSONEncoder().encode(
            Submission(install: "simulated-\(reader)", sent: now.milliseconds, events: events))
        let receipt = try await server.collector.submissions.submit(
            Array(body), from: SubmissionSender(scope: try Scope(app: app), client: "simulated"))
        guard receipt.rejected.isEmpty else {
            throw ValidationError("\(receipt.rejected.count) universal events of the simulated readers were rejected")
        }
        return events.count
    }

    private func events(around visits: [Timestamp]) -> [UniversalEvent] {
        var random = SeededGenerator(seed: UInt64(20_260_401 + reader))
        var list: [UniversalEvent] = []
        func add(_ type: UniversalEventType, _ time: Timestamp, _ values: [(String, String)]) {
            let ids = [("Device Id", "simulated-\(reader)"), ("Primary User Id", SimulatedReaders.user(reader) ?? "")]
            list.append(
                UniversalEvent(
                    type, time: time, attributes: (ids + values).map { .init($0.0, $0.1) },
                    id: EventID(time: time, using: &random), sequence: Int64(list.count + 1)))
        }
        for start in visits {
            let campaign = Self.campaigns.randomElement(using: &random) ?? ""
            let current = [("Campaign Name", campaign)]
            if Bool.random(using: &random) {
                let message = [("Displayed Message", "\(campaign): see what is new")] + current
                add(.notificationReceived, start + .seconds(-90), message)
                add(.notificationOpened, start + .seconds(-5), message)
            }
            add(.sessionStarted, start, current)
            if Double.random(in: 0..<1, using: &random) < 0.5 {
                add(.named, start + .seconds(40), [("Event Name", "Hut saved")] + current)
                let isBooked = Double.random(in: 0..<1, using: &random) < 0.4
                add(
                    isBooked ? .goalCompleted : .goalAbandoned, start + .seconds(80),
                    [("Goal Name", "Book a night")] + current)
            }
            add(.sessionEnded, start + .seconds(300), [("Session Duration", "300")])
        }
        return list
    }
}
