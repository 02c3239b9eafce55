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

    /// Who is named in history and audit log.
    static let who = ProcessInfo.processInfo.environment["USER"] ?? "command line"

    var folder: URL { directory.url }

    func open() throws -> Platform { try directory.open() }

    /// For what works on an app that is there.
    ///
    /// A directory without any app is as good as an empty one; in another, a name that is not there is a slip.
    func openExisting() async throws -> Platform {
        let platform = try open()
        let apps = try await platform.apps.apps().map(\.id)
        guard apps.isEmpty || apps.contains(app) else {
            throw ValidationError(
                "there is no app \(app) in \(folder.path); --app takes \(apps.joined(separator: ", "))")
        }
        return platform
    }

    /// For what is stored for an app, which has to be there.
    func openApp() async throws -> Platform {
        let platform = try await openExisting()
        guard try await platform.apps.app(app) != nil else {
            throw ValidationError(
                "there is no app \(app) in \(folder.path) yet; import content first, or make its keys")
        }
        return platform
    }

    func scope() throws -> Scope { try Scope(app: app, stream: stream) }

    /// Makes the app and its keys if this is the first time it is named.
    func prepare(_ platform: Platform) async throws {
        if try await platform.apps.app(app) == nil { _ = try await platform.apps.create(app, name: app, by: Self.who) }
        if try await platform.releases.latestRoot(app: app) == nil {
            _ = try await Publisher(platform: platform).keys.initialize(app: app, by: Self.who)
        }
    }
}
