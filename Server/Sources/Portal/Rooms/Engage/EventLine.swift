import Collector
import Foundation
import MarqueeWire

/// An event with everything that it carries, for a page or a file.
struct EventLine: Sendable {
    struct Attribute: Sendable {
        let name: String
        let value: String
    }

    let time: String
    let date: String
    let name: String
    let install: String
    let user: String?
    /// When the server got it, if that was long after it happened.
    let received: String?
    let attributes: [Attribute]

    /// An event that came so much later is marked as late.
    private static let lateness = Duration.seconds(60)
    private static let prefix = "engage_"

    init(_ event: EventRecord) {
        time = event.time.description
        date = LocalTime.text(event.time)
        name = Self.words(for: event.name)
        install = event.install
        user = event.user
        received = event.received - event.time > Self.lateness ? LocalTime.text(event.received) : nil
        attributes = Self.attributes(event.properties)
    }

    /// The names of universal events that a filter offers.
    static let types: [String] = [
        UniversalEventType.installed, .sessionStarted, .sessionEnded, .goalAbandoned, .goalCompleted, .named,
        .notificationReceived, .notificationOpened,
    ].map(\.eventName)

    /// `goal completed` for `engage_goal_completed`; other names as they are.
    static func words(for name: String) -> String {
        name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)).replacing("_", with: " ") : name
    }

    static let heading = ["Time", "Received", "Event", "Install", "User", "Session", "Sequence", "Attributes"]

    static func cells(_ event: EventRecord) -> [CSVTable.Cell] {
        [
            .text(event.time.description), .text(event.received.description), .text(event.name), .text(event.install),
            .text(event.user ?? ""), .text(event.session ?? ""), .text(String(event.sequence)), .text(event.properties),
        ]
    }

    private static func attributes(_ properties: String) -> [Attribute] {
        guard let values = try? JSONDecoder().decode([String: Event.Value].self, from: Data(properties.utf8)) else {
            return [Attribute(name: "properties", value: properties)]
        }
        return values.sorted { $0.key < $1.key }.map { name, value in
            let text =
                switch value {
                case .text(let text): text
                case .integer(let number): String(number)
                case .number(let number): String(number)
                case .truth(let isTrue): isTrue ? "true" : "false"
                }
            return Attribute(name: name, value: text)
        }
    }
}
