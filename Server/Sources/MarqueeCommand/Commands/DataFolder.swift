import ArgumentParser
import Foundation
import MarqueeServer
import PlatformStore

/// The data directory that a command works on.
///
/// It is found as the server finds it: by the flag, else the environment, else the settings file that `MARQUEE_CONFIG`
/// names.
struct DataFolder: ParsableArguments {
    @Option(name: .long, help: "The data directory; MARQUEE_DATA in the environment, else ./marquee-data.")
    var data: String?

    @Option(name: .long, help: "A PostgreSQL database; MARQUEE_DATABASE, else the file in the directory.")
    var database: String?

    @Option(name: .long, help: "A bucket with the objects; MARQUEE_OBJECTS, else the directory.")
    var objects: String?

    var url: URL {
        // `validate()` has refused a settings file that cannot be read.
        (try? Self.url(data)) ?? URL(filePath: ServerOption.data.defaultValue, directoryHint: .isDirectory)
    }

    /// The directory that an option names, else the environment, else the settings file, else the default.
    static func url(_ flag: String?) throws -> URL {
        URL(filePath: try text(.data, flag) ?? ServerOption.data.defaultValue, directoryHint: .isDirectory)
    }

    func validate() throws { _ = try Self.text(.data, data) }

    /// Makes the directory if it is missing.
    func open() async throws -> Platform {
        try await Platform.open(at: url, database: try address(), objects: try objectsAddress())
    }

    /// Opens an existing directory, for commands that make nothing, so that a mistyped name leaves no empty directory
    /// behind.
    func openExisting() async throws -> Platform {
        let isShared = try address().isShared
        // After a move, and on a further machine, a directory has no more than the server's key before the first start.
        guard DatabaseAddress.isDataFolder(url) || isShared && KeyFiles.hasServerKey(url) else {
            throw ValidationError("\(url.path) is not a data directory; --data names another")
        }
        return try await open()
    }

    /// Opens an existing directory whose database has this program's layout, and changes neither: an older layout may
    /// belong to an older program that serves from it.
    func openUnchanged() async throws -> (Platform, DatabaseAddress) {
        let address = try address()
        _ = try await ControlPlane.open(address, in: url)
        return (try await openExisting(), address)
    }

    func address() throws -> DatabaseAddress {
        guard let text = try Self.text(.database, database), !text.isEmpty else { return .folder }
        do throws(StoreError) { return try DatabaseAddress(postgres: text) } catch {
            throw ValidationError("--database: \(error.message)")
        }
    }

    /// Commands keep no copies of objects: they read most of them once.
    func objectsAddress() throws -> ObjectsAddress {
        let text = try Self.text(.objects, objects) ?? ""
        do throws(StoreError) {
            return try ObjectsAddress(text, environment: ProcessInfo.processInfo.environment)
        } catch {
            throw ValidationError("--objects: \(error.message)")
        }
    }

    /// A setting's text; nil where nothing gives one.
    private static func text(_ option: ServerOption, _ flag: String?) throws -> String? {
        let environment = ProcessInfo.processInfo.environment
        if let text = flag ?? environment[option.environmentName] { return text }
        do throws(ServerConfigurationError) {
            return try ServerConfiguration.namedSettings(environment)[option]
        } catch {
            throw ValidationError(error.message)
        }
    }
}
