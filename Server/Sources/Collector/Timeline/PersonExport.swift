import Foundation
import MarqueeWire

/// A page of what the warehouse has of a person.
public struct PersonExport: Sendable, Hashable {
    /// JSON objects, one a line and without line breaks: `{"link":…}` and `{"event":…}`.
    public let lines: [String]
    /// For the next page; `nil` after the last.
    public let next: EventCursor?

    private struct Link: Encodable {
        struct Values: Encodable {
            let install: String
            let kind: String
            let id: String
            let since: Int64
            let removed: Int64?
        }

        let link: Values
    }

    private struct Event: Encodable {
        struct Values: Encodable {
            let id: String
            let name: String
            let time: Int64
            let received: Int64
            let install: String
            let user: String?
            let session: String?
            let sequence: Int64
            let properties: [String: MarqueeWire.Event.Value]
            /// Only of events after the recipient opted out.
            let optedOut: Bool?
        }

        let event: Values
    }

    /// How the line of an event begins.
    static let eventStart = "{\"event\":"

    static func line(_ link: IdentityLink) -> String {
        json(
            Link(
                link: .init(
                    install: link.install, kind: "\(link.kind)", id: link.id, since: link.since.milliseconds,
                    removed: link.removed?.milliseconds)))
    }

    static func line(_ event: EventRecord) -> String {
        let properties = try? JSONDecoder().decode(
            [String: MarqueeWire.Event.Value].self, from: Data(event.properties.utf8))
        return json(
            Event(
                event: .init(
                    id: event.id.description, name: event.name, time: event.time.milliseconds,
                    received: event.received.milliseconds, install: event.install, user: event.user,
                    session: event.session, sequence: event.sequence, properties: properties ?? [:],
                    optedOut: event.isOptedOut ? true : nil)))
    }

    static func json(_ value: some Encodable) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Texts, numbers and truth values cannot fail to be encoded.
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
