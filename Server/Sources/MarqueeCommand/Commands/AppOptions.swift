import ArgumentParser
import Foundation
import MarqueeWire
import PlatformStore
import Publishing

/// The data directory and app that a command works on.
struct AppOptions: ParsableArguments {
    @OptionGroup var directory: DataFolder

    @Option(name: .long, help: "The app's id: a-z, 0-9, '.', '_', '-'.")
    var app = "demo"

    @Option(name: .long, help: "The app's stream.")
    var stream = Scope.mainStream

    /// The name in the history and the audit log.
    static let who = ProcessInfo.processInfo.environment["USER"] ?? "command line"

    var folder: URL { directory.url }

    func open() async throws -> Platform { try await directory.open() }

    /// Opens the data directory for a command on an existing app.
    ///
    /// A directory without any app is accepted as empty. In a directory with apps, an unknown name is an error.
    func openExisting() async throws -> Platform {
        let platform = try await open()
        let apps = try await platform.apps.apps().map(\.id)
        guard apps.isEmpty || apps.contains(app) else {
            throw ValidationError(
                "there is no app \(app) in \(folder.path); --app takes \(apps.joined(separator: ", "))")
        }
        return platform
    }

    /// Opens the data directory for a command that stores something for an app; the app has to exist.
    func openApp() async throws -> Platform {
        let platform = try await openExisting()
        guard try await platform.apps.app(app) != nil else {
            throw ValidationError(
                "there is no app \(app) in \(folder.path) yet; import content first, or make its keys")
        }
        return platform
    }

    func scope() throws -> Scope { try Scope(app: app, stream: stream) }

    /// Makes the app and its keys if they do not exist.
    func prepare(_ platform: Platform) async throws {
        if try await platform.releases.latestRoot(app: app) == nil {
            _ = try await Publisher(platform: platform).keys.makeApp(app, name: app, by: Self.who)
        }
    }
}
