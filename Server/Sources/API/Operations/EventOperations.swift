import Collector
import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Web

/// Single events, as the warehouse's log has them.
struct EventOperations: Sendable {
    private struct Answer: Encodable, Sendable {
        let id: String
        let name: String
        let time: String
        let received: String
        let install: String
        let user: String?
        let session: String?
        let sequence: Int64
        let properties: JSONValue

        init(_ event: EventRecord) {
            (id, name, install) = (event.id.description, event.name, event.install)
            (time, received) = (APITime.text(event.time), APITime.text(event.received))
            (user, session, sequence) = (event.user, event.session, event.sequence)
            properties =
                (try? JSONDecoder().decode(JSONValue.self, from: Data(event.properties.utf8)))
                // Numbers that no Double holds are valid JSON: then the text as it was sent.
                ?? .string(event.properties)
        }

        static let schema = Schema.object(
            [
                "id": .text(1...64), "name": .anything, "time": .time.described("Corrected for the device's clock."),
                "received": .time.described("When the server received it."), "install": .anything, "user": .anything,
                "session": .anything, "properties": .anything,
                "sequence": .count.described("Counts the install's events; a gap is a lost event."),
            ], optional: ["user", "session"])
    }

    private struct Events: Encodable {
        let items: [Answer]
        let next: String?
    }

    private struct Count: Encodable, Sendable {
        let name: String
        let day: String
        let events: Int
        let installs: Int

        init(_ count: EventCount) {
            (name, day, events, installs) = (count.name, count.day.description, count.events, count.installs)
        }

        static let schema = Schema.object([
            "name": .anything, "day": .day, "events": .count,
            "installs": .count.described("The different installs that sent them."),
        ])
    }

    /// What a page of counts goes on after.
    private struct CountPosition: Codable {
        let day: String
        let name: String
    }

    let collector: Collector
    let now: @Sendable () -> Timestamp

    var operations: [Operation] {
        [
            Operation(
                "listEvents", .get, "apps/{app}/events",
                "Lists single events, the latest first. A page may be short, or empty, and have a next one.",
                scope: .eventsRead,
                parameters: [
                    .query("name", .text(1...256), "Only events of this name."),
                    .query("install", .text(1...256), "Only events of this install."),
                    .query("user", .text(1...1024), "Only events of this user."),
                    .query("from", .time, "Only events from this time on."),
                    .query("until", .time, "Only events before this time."), .limit, .cursor,
                ], .page(of: Answer.schema), handler: list),
            Operation(
                "countEvents", .get, "apps/{app}/event-counts",
                "Counts events by name and day (UTC), the latest day first.", scope: .reportsRead,
                parameters: DaySpan.parameters + [.limit, .cursor], .page(of: Count.schema), handler: count),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let cursor = try call.query["cursor"].map { text in
            guard let cursor = EventCursor(text) else { throw Cursor.refusal }
            return cursor
        }
        let page = try await collector.events(
            EventQuery(
                scope: try call.scope, name: call.query["name"], install: call.query["install"],
                user: call.query["user"], from: try call.time("from"), until: try call.time("until"), before: cursor,
                limit: try call.limit))
        return try .json(Events(items: page.events.map(Answer.init), next: page.next?.description))
    }

    private func count(_ call: Call) async throws -> Response {
        let days = try DaySpan.days(call, now: now())
        let limit = try call.limit
        let position = try call.cursor(CountPosition.self).map { position in
            guard let day = Day(position.day) else { throw Cursor.refusal }
            return (day: day, name: position.name)
        }
        let counts = try await collector.reports.eventCounts(
            scope: try call.scope, days: days, after: position, limit: limit + 1)
        return try .json(
            Page(counts.map(Count.init), limit: limit) { CountPosition(day: $0.day, name: $0.name) })
    }
}
