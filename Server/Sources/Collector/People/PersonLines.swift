import Foundation
import MarqueeWire
import PlatformStore

/// The lines of an export that are no events: `{"recipient":…}`, `{"row":…}` and `{"push":…}`.
enum PersonLines {
    private struct Recipient: Encodable {
        struct Values: Encodable {
            let id: Int64
            let database: String
            let values: [String: String]
            let created: Int64
            let modified: Int64
            let optedIn: Int64?
            let optedOut: Int64?
        }

        let recipient: Values
    }

    private struct Row: Encodable {
        struct Values: Encodable {
            let table: String
            let values: [String: String]
        }

        let row: Values
    }

    private struct Push: Encodable {
        struct Values: Encodable {
            let campaign: String
            let recipient: Int64
            let outcome: String
            let time: Int64
        }

        let push: Values
    }

    static func lines(of person: KnownPerson) -> [String] {
        let recipients = person.recipients.map { one in
            Recipient(
                recipient: .init(
                    id: one.id, database: person.lists[one.list]?.name ?? String(one.list), values: one.values,
                    created: one.created.milliseconds, modified: one.modified.milliseconds,
                    optedIn: one.optedIn?.milliseconds, optedOut: one.optedOut?.milliseconds))
        }
        let rows = person.rows.map { Row(row: .init(table: $0.table.name, values: $0.row.values)) }
        let pushes = person.deliveries.map {
            Push(
                push: .init(
                    campaign: $0.campaign, recipient: $0.recipient, outcome: $0.outcome.rawValue,
                    time: $0.time.milliseconds))
        }
        return recipients.map { PersonExport.json($0) } + rows.map { PersonExport.json($0) }
            + pushes.map { PersonExport.json($0) }
    }
}
