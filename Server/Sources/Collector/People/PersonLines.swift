import Foundation
import MarqueeWire
import PlatformStore

/// The lines of an export that are no events: `{"recipient":…}`, `{"row":…}`, `{"push":…}`, `{"purchase":…}` and
/// `{"placements":…}`.
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

    private struct Purchase: Encodable {
        let purchase: PurchaseRecord
    }

    private struct Placements: Encodable {
        struct Values: Encodable {
            struct Showing: Encodable {
                let unit: String
                /// In seconds since 1970; 0 for all time.
                let second: Int64
                let number: Int
            }

            struct Form: Encodable {
                let unit: String
                let answers: [String: String]
                let time: Int64
            }

            struct Badge: Encodable {
                let placement: String
                let badge: String
                let time: Int64
            }

            let install: String
            let showings: [Showing]
            let sessions: [Int64]
            let forms: [Form]
            /// Badges that the install has followed.
            let badges: [Badge]
        }

        let placements: Values
    }

    private static func lines(of traces: [String: PlacementTraces]) -> [String] {
        traces.sorted { $0.key < $1.key }.map { install, traces in
            PersonExport.json(
                Placements(
                    placements: .init(
                        install: install,
                        showings: traces.showings.map { .init(unit: $0.unit, second: $0.second, number: $0.number) },
                        sessions: traces.sessions.map(\.milliseconds),
                        forms: traces.forms.map {
                            .init(unit: $0.unit, answers: $0.answers, time: $0.time.milliseconds)
                        },
                        badges: traces.badges.map {
                            .init(placement: $0.placement, badge: $0.badge, time: $0.seen.milliseconds)
                        })))
        }
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
            + person.purchases.map { PersonExport.json(Purchase(purchase: $0)) } + lines(of: person.placements)
    }
}
