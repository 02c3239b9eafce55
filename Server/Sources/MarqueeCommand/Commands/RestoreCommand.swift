import ArgumentParser
import Foundation
import Operating
import PlatformStore

struct RestoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Make a data directory from a backup.",
        usage: "marquee restore <file> --data <directory> [<options>]",
        discussion: """
            The directory has to be empty or missing. The whole file is checked before anything in the directory counts: a file that is \
            damaged, cut off or no backup is refused with the name of what is wrong, and leaves nothing behind. A backup of an \
            earlier version is brought to this version's layout. With --database the tables and signing keys go into a PostgreSQL \
            database, which has to be empty; with --objects the objects go into a bucket. `-` reads from standard input: `zstd -dc FILE | marquee restore -`.
            """)

    @Argument(help: "The backup, or - for standard input.")
    var file: String

    @OptionGroup var directory: DataFolder
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (input, size) = try open()
        let progress = output.progress
        defer { progress.clear() }
        let summary = try await Restore(
            to: directory.url, database: try directory.address(), objects: try directory.objectsAddress()
        ).read(input, size: size) {
            step, done, total in
            progress.update(step, done, of: total)
        }
        progress.clear()
        try output.print(summary) {
            """
            \(summary.folder): restored as of \(summary.began), \(summary.rows) rows and \(summary.objects) objects
            Look before you serve: marquee release verify --data \(summary.folder) --app APP
            """
        }
    }

    private func open() throws -> (FileHandle, size: Int?) {
        guard file != "-" else { return (.standardInput, nil) }
        do {
            let handle = try FileHandle(forReadingFrom: URL(filePath: file))
            let size = Int(try handle.seekToEnd())
            try handle.seek(toOffset: 0)
            return (handle, size)
        } catch {
            throw ValidationError("\(file) cannot be read")
        }
    }
}
