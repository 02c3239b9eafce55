import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// One install of an app with placements: its folder, clock and server.
final class PlacementPhone: Sendable {
    let folder: TemporaryFolder
    let clock = ManualClock()
    let server: PlacementServer
    let messages = RecordingLog()

    init(_ server: PlacementServer = PlacementServer()) throws {
        folder = try TemporaryFolder()
        self.server = server
    }

    /// Starts the app. A second start is another process over the same folder.
    func start(
        settings: [ConfigurationKey: ConfigurationKey.Value] = [:], advertiser: Advertiser = Advertiser(),
        hardwareAddress: HardwareAddress? = nil
    ) throws -> App {
        try start(settings: settings, advertiser: advertiser) { hardwareAddress }
    }

    func start(
        settings: [ConfigurationKey: ConfigurationKey.Value] = [:], advertiser: Advertiser = Advertiser(),
        readAddress: @escaping @Sendable () -> HardwareAddress?
    ) throws -> App {
        var environment = Environment(folder: folder.url, transport: server.transport, clock: clock)
        environment.app.identifier = "com.example.game"
        environment.app.build = "12"
        environment.app.system = "iPhone OS"
        environment.app.systemVersion = "16.4.1"
        environment.app.model = "iPhone15,2"
        environment.app.idiom = .phone
        environment.app.language = "de"
        environment.app.screen = .init(width: 852, height: 393, scale: 3)
        let all: [ConfigurationKey: ConfigurationKey.Value] = [
            .placementsToken: .text("zombie1"), .placementsSecret: .secret(Secret(PlacementServer.secret)),
        ]
        let service = try #require(URL(string: "https://play.example/v1/apps/game/main"))
        let log = Log(build: .release)
        log.setReceiver(messages)
        let core = try Core(
            configuration: Configuration(service: service, settings: all.merging(settings) { $1 }),
            environment: environment, log: log, advertiser: advertiser)
        let placements = try Placements(core: core)
        placements.setHardwareAddress(readAddress)
        core.start()
        placements.start()
        return App(core: core, placements: placements)
    }

    /// Overwrites a file of the install with what is no database.
    func damage(_ file: String) throws {
        let path = folder.url.appending(path: file).path
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
        try Data("not a database".utf8).write(to: URL(fileURLWithPath: path))
    }

    struct App: Sendable {
        let core: Core
        let placements: Placements

        var files: UnitFiles { placements.files }

        func enterBackground() async {
            await placements.enteredBackground()
            await core.enteredBackground()
        }

        func enterForeground() {
            core.enteredForeground()
            placements.enteredForeground()
        }

        func close() async {
            await placements.close()
            await core.close()
        }
    }
}

/// A surface that records each call. It loads every template at once, unless `loads` is `false`.
final class RecordingPlacementSurface: PlacementSurface {
    let hasStoreView: Bool
    private let loads: Bool
    private let removes: @Sendable () async -> Void
    private let state = Locked((request: PlacementRequest?.none, calls: [String](), answers: [BridgeAnswer]()))

    /// - Parameter removes: runs while a template leaves the screen.
    init(loads: Bool = true, hasStoreView: Bool = false, removes: @escaping @Sendable () async -> Void = {}) {
        self.loads = loads
        self.removes = removes
        self.hasStoreView = hasStoreView
    }

    var calls: [String] { state.withLock { $0.calls } }
    var answers: [BridgeAnswer] { state.withLock { $0.answers } }
    var request: PlacementRequest? { state.withLock { $0.request } }

    private func record(_ call: String) { state.withLock { $0.calls.append(call) } }

    func begin(_ request: PlacementRequest) async {
        state.withLock { $0.request = request }
        record("begin")
    }

    func showOverlay() async { record("overlay") }

    func load(_ unit: ContentUnit, view: Int, frame: ContentUnit.Rectangle?) async {
        record("load \(view)")
        if loads { request?.templateLoaded(view: view) }
    }

    func place(view: Int, frame: ContentUnit.Rectangle?) async { record("place \(view)") }
    func remove(view: Int, animated: Bool) async {
        record("remove \(view)")
        await removes()
    }
    func showCloseButton(_ isVisible: Bool) async { record("close button \(isVisible)") }

    func answer(_ answer: BridgeAnswer, view: Int) async {
        state.withLock { $0.answers.append(answer) }
        record("answer \(view)")
    }

    func open(_ url: URL, product: String?) async { record("open \(url.absoluteString) \(product ?? "-")") }

    func end() async {
        state.withLock { $0.request = nil }
        record("end")
    }
}
