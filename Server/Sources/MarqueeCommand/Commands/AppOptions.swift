import ArgumentParser
import Foundation
import MarqueeWire
import PlatformStore
import Publishing

/// The data directory and app that a command works on.
struct AppOptions: ParsableArguments {
    @OptionGroup var directory: DataFolder

    @Option(
        name: .customLong("app"), help: "The app's id: a-z, 0-9, '.', '_', '-'; the only app unless given.")
    var name: String?

    @Option(name: .long, help: "The app's stream.")
    var stream = Scope.mainStream

    /// The name in the history and the audit log.
    static let who = ProcessInfo.processInfo.environment["USER"] ?? "command line"

    var folder: URL { directory.url }

    /// Makes the directory if it is missing, for commands that make the app as well.
    func open() async throws -> ChosenApp { try await choose(in: try await directory.open(), isNew: true) }

    /// Opens the data directory for a command on an existing app.
    ///
    /// A directory without any app is accepted as empty when the app is named. In a directory with apps, an unknown name
    /// is an error.
    func openExisting() async throws -> ChosenApp { try await choose(in: try await directory.open()) }

    /// Opens the data directory for a command that stores something for an app; the app has to exist.
    func openApp() async throws -> ChosenApp {
        let place = try await openExisting()
        guard try await place.platform.apps.app(place.app) != nil else {
            throw ValidationError(
                "there is no app \(place.app) in \(folder.path) yet; import content first, or make its keys")
        }
        return place
    }

    private func choose(in platform: Platform, isNew: Bool = false) async throws -> ChosenApp {
        let apps = try await platform.apps.apps().map(\.id)
        if let name {
            guard isNew || apps.isEmpty || apps.contains(name) else {
                throw ValidationError(
                    "there is no app \(name) in \(folder.path); --app takes \(apps.joined(separator: ", "))")
            }
            return ChosenApp(platform: platform, app: name, stream: stream)
        }
        guard let only = apps.first else {
            let remedy = isNew ? "name the new one with --app" : "import content first, or make its keys"
            throw ValidationError("there is no app in \(folder.path) yet; \(remedy)")
        }
        guard apps.count == 1 else {
            throw ValidationError("there are several apps; --app takes \(apps.joined(separator: ", "))")
        }
        return ChosenApp(platform: platform, app: only, stream: stream)
    }
}

/// An app in an open data directory.
struct ChosenApp {
    let platform: Platform
    let app: String
    let stream: String

    func scope() throws -> Scope { try Scope(app: app, stream: stream) }

    /// Makes the app and its keys if they do not exist.
    func prepare() async throws {
        if try await platform.releases.latestRoot(app: app) == nil {
            _ = try await Publisher(platform: platform).keys.makeApp(app, name: app, by: AppOptions.who)
        }
    }
}
