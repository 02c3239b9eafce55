import ArgumentParser
import Foundation
import Operating
import PlatformStore

struct MoveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "move", abstract: "Copy a server's database from its SQLite file into PostgreSQL.",
        usage: "marquee move --to postgres://USER@HOST/NAME [--data <directory>]",
        discussion: """
            Stop the server first. The database has to be empty; all tables and the signing keys are copied into it, sealed with \
            keys/@server.key, and the tables are compared by counts and hashes. A move that was interrupted continues when the command runs again; \
            until it has finished, servers refuse the database.

            The directory stays as it was. Objects and events stay in it, so the server goes on with the same directory: set \
            marquee.sqlite3 aside and name the database, as the command says at its end. To go back, delete database.txt, \
            give the file its name again and leave --database out; changes made since are then missing.
            """)

    @Option(name: .long, help: "The PostgreSQL database to fill.")
    var to: String

    @Option(name: .long, help: "The data directory; MARQUEE_DATA in the environment, else ./marquee-data.")
    var data: String?

    @OptionGroup var output: OutputOptions

    func run() async throws {
        let folder = try DataFolder.url(data)
        let target: DatabaseAddress
        do throws(StoreError) { target = try DatabaseAddress(postgres: to) } catch {
            throw ValidationError("--to: \(error.message)")
        }
        let progress = output.progress
        defer { progress.clear() }
        let summary = try await Move(from: folder).run(to: target) { step, done, total in
            progress.update(step, done, of: total)
        }
        progress.clear()
        try output.print(summary) {
            let file = folder.appending(path: "marquee.sqlite3").path
            let beginning =
                summary.wasComplete ? "An earlier move was complete, and nothing was left to do.\n" : ""
            return beginning + """
                \(summary.tables.count) tables with \(summary.tables.reduce(0) { $0 + $1.rows }) rows and \(summary.keys) \
                signing keys are in \(summary.database), the tables equal in counts and hashes
                The directory is as it was. To go on with the database:
                  mv \(file) \(file).moved
                  marquee serve --data \(folder.path) --database <the address given to --to>
                Signing keys are also still in \(folder.appending(path: "keys").path): remove them when the move has proved itself.
                """
        }
    }
}
