import ArgumentParser
import Collector
import Foundation
import Logging
import MarqueeWire
import PlatformStore

extension EngageCommand {
    struct Person: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "What is known of one person: export it, or erase it.",
            discussion: """
                The server must not run meanwhile, because its events are opened. While
                it runs, use the portal's page “Data requests”.
                """,
            subcommands: [Export.self, Erase.self])

        /// What an id names; the words of ``PersonQuery/Kind``.
        enum IDKind: String, ExpressibleByArgument, CaseIterable {
            case recipient
            case mobileUser = "mobile-user"
            case user
            case device
            case common
        }

        /// Whom a command is about, and where.
        struct Subject: ParsableArguments {
            @Option(name: .long, help: "What the id is: recipient, mobile-user, user, device or common.")
            var by: IDKind

            @Argument(help: "The id, as the app sends it.")
            var id: String

            @Option(name: .long, help: "The app's stream.")
            var stream = Scope.mainStream

            @OptionGroup var place: AppPlace

            func query() throws -> PersonQuery {
                guard let kind = PersonQuery.Kind(rawValue: by.rawValue), let query = PersonQuery(kind, id) else {
                    throw ValidationError("an id has 1 to 1024 bytes")
                }
                return query
            }

            func open() async throws -> (requests: PersonRequests, collector: Collector, scope: Scope) {
                let platform = try await place.open()
                let events = place.directory.url.appending(path: "events")
                try FileManager.default.createDirectory(
                    at: events, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
                let collector = try Collector.open(at: events, logger: Logger(label: "marquee"))
                let scope = try Scope(app: place.app, stream: stream)
                return (PersonRequests(platform: platform, collector: collector), collector, scope)
            }
        }

        struct Export: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Write everything that is known of a person, one JSON object a line.",
                usage: "marquee engage person export <id> --by <kind> --app <app> [<options>]")

            @OptionGroup var subject: Subject

            func run() async throws {
                let (requests, collector, scope) = try await subject.open()
                while try await collector.folding.foldOnce() {}
                let person = try await requests.find(try subject.query(), scope: scope)
                for obstacle in person.obstacles {
                    try FileHandle.standardError.write(contentsOf: Data("\(obstacle)\n".utf8))
                }
                try await requests.export(person, scope: scope, by: AppOptions.who) { text in
                    try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
                }
            }
        }

        struct Erase: AsyncParsableCommand {
            static let configuration = CommandConfiguration(
                abstract: "Erase everything that is known of a person.",
                usage: "marquee engage person erase <id> --by <kind> --app <app> --yes",
                discussion: """
                    Backups that were made before keep the person, and so do files of imports
                    and exports until they are deleted after 30 days.
                    """)

            @Flag(name: .long, help: "Erase. Without it, the command only says what would go.")
            var yes = false

            @OptionGroup var subject: Subject

            /// What was erased, or would be.
            private struct Outcome: Encodable {
                let isErased: Bool
                let recipients: Int
                let rows: Int
                let deliveries: Int
                /// Purchases stay as revenue and name nobody.
                let purchases: Int
                let events: Int
                let obstacles: [String]
            }

            func run() async throws {
                let (requests, collector, scope) = try await subject.open()
                while try await collector.folding.foldOnce() {}
                let person = try await requests.find(try subject.query(), scope: scope)
                var outcome = Outcome(
                    isErased: false, recipients: person.recipients.count, rows: person.rows.count,
                    deliveries: person.deliveries.count, purchases: person.purchases.count,
                    events: try await requests.events(of: person, scope: scope),
                    obstacles: person.obstacles)
                if yes {
                    let done = try await requests.erase(person, scope: scope, by: AppOptions.who)
                    while try await collector.folding.eraseOnce() {}
                    let events = try await collector.erasures(scope: scope)
                        .filter { done.requests.contains($0.id) }.reduce(0) { $0 + $1.events }
                    outcome = Outcome(
                        isErased: true, recipients: done.recipients, rows: done.rows, deliveries: done.deliveries,
                        purchases: done.purchases, events: events, obstacles: person.obstacles)
                }
                try subject.place.output.print(outcome) {
                    """
                    \(yes ? "Erased" : "Would erase, with --yes"): \(outcome.recipients) recipients, \(outcome.rows) rows \
                    of tables, \(outcome.deliveries) deliveries of pushes, \(outcome.purchases) purchases, \(outcome.events) events
                    """ + person.obstacles.map { "\n\($0)" }.joined()
                }
            }
        }
    }
}
