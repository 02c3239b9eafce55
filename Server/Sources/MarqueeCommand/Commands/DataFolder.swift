import ArgumentParser
import Foundation
import PlatformStore

/// The data directory that a command works on.
struct DataFolder: ParsableArguments {
    @Option(name: .long, help: "The data directory; MARQUEE_DATA in the environment, else ./marquee-data.")
    var data: String?

    var url: URL {
        URL(
            filePath: data ?? ProcessInfo.processInfo.environment["MARQUEE_DATA"] ?? "marquee-data",
            directoryHint: .isDirectory)
    }

    /// Makes the directory if it is missing.
    func open() async throws -> Platform { try await Platform.open(at: url) }

    /// Opens an existing directory, for commands that make nothing, so that a mistyped name leaves no empty directory
    /// behind.
    func openExisting() async throws -> Platform {
        guard FileManager.default.fileExists(atPath: url.appending(path: "marquee.sqlite3").path) else {
            throw ValidationError("\(url.path) is not a data directory; --data names another")
        }
        return try await open()
    }
}
