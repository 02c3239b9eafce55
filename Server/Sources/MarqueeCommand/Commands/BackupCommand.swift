import ArgumentParser
import Foundation
import Operating
import PlatformStore

struct BackupCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Write everything that a server keeps into one file, while it serves.",
        usage: "marquee backup <file> [<options>]",
        discussion: """
            FILE becomes a tar file with the database as rows of JSON, the private keys, the event warehouse, events that are not in it yet, and \
            all objects. Everything that was stored or acknowledged before the backup began is in it. FILE has its name only when it is \
            complete. `-` writes to standard output, to be compressed or encrypted on the way: \
            `set -o pipefail; marquee backup - | zstd > FILE.partial && mv FILE.partial FILE`.

            FILE contains every secret of the server, private keys and the key that secrets are sealed with included: keep it as safe \
            as the server itself. The lab's phones and everything that can be made again (encodings, releases in one file) are not in it.

            `tar -xf FILE` and `sha256sum -c SHA256SUMS` open and check a backup without this program; `marquee restore` makes a data \
            directory from it.
            """)

    @Argument(help: "The new file, or - for standard output.")
    var file: String

    @Flag(name: .long, help: "Replace the file if it exists.")
    var force = false

    @Flag(name: .long, help: "Write the backup also when objects that current releases need are missing.")
    var incomplete = false

    @OptionGroup var directory: DataFolder
    @OptionGroup var output: OutputOptions

    func run() async throws {
        // A reader that ends early is an error like any other, so that nothing of the work is left.
        signal(SIGPIPE, SIG_IGN)
        guard file != "-" else {
            return try await write(to: .standardOutput, in: try BackupWorkplace(in: .temporaryDirectory)) { _ in }
        }
        let target = URL(filePath: file)
        guard force || !FileManager.default.fileExists(atPath: target.path) else {
            throw ValidationError("\(target.path) exists; --force replaces it")
        }
        let folder = target.deletingLastPathComponent()
        let workplace = try BackupWorkplace(in: folder)
        let partial = workplace.folder.appending(path: "backup.tar")
        let descriptor = open(partial.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw ValidationError("\(partial.path) cannot be made: \(String(cString: strerror(errno)))")
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try await write(to: handle, in: workplace) { summary in
            try handle.synchronize()
            guard rename(partial.path, target.path) == 0 else {
                throw ValidationError("\(target.path) cannot be made: \(String(cString: strerror(errno)))")
            }
            try PrivateFile.sync(folder: folder)
            try output.print(summary) {
                """
                \(target.path): \(summary.entries) files, \(summary.bytes) bytes, as of \(summary.began)
                It holds every secret of the server: keep it as safe as the server.
                """
            }
        }
    }

    private func write(
        to handle: FileHandle, in workplace: BackupWorkplace, then: (BackupSummary) throws -> Void
    ) async throws {
        defer { withExtendedLifetime(workplace) {} }
        let staging = workplace.folder.appending(path: "staging", directoryHint: .isDirectory)
        try PrivateFile.makeFolder(staging)
        let progress = output.progress
        defer { progress.clear() }
        let (platform, database) = try await directory.openUnchanged()
        let backup = Backup(of: platform, database: database, program: MarqueeCommand.configuration.version)
        let summary = try await backup.write(
            to: handle, path: file, staging: staging, isIncomplete: incomplete
        ) { step, done, total in
            progress.update(step, done, of: total)
        }
        progress.clear()
        try then(summary)
    }
}
