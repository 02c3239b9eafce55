public import Foundation
public import MarqueeCore
import MarqueeWire
import Secrets
import Synchronization

/// The device lab: simulated phones, each with a folder, clock and network of its own, and on each the server's apps,
/// every one a real SDK instance.
///
/// Devices live in this process and in `folder`; an app that was killed finds its users, content and waiting
/// events there again.
public final class DeviceLab: Sendable {
    /// The most devices at the same time.
    public static let maximumDevices = 8
    /// A device that nobody has watched or used for this time is removed.
    static let idleLimit = Duration.seconds(2 * 3600)
    /// At the limit, a new device replaces one that nobody has watched or used for this time.
    static let idleBeforeGivingWay = Duration.seconds(300)

    private let folder: URL
    private let uptime: @Sendable () -> Duration
    private let transport: any Transport
    private let till: StoreTill?
    /// The apps that phones may carry.
    let apps: any LabApps
    /// The parts of its page, of a phone's state and of the commands.
    let wings: [any LabWing]
    /// The commands of all wings.
    let commands: CommandTable
    private let phones = Mutex(Phones())
    private let catalogue = Mutex<[LabApp]>([])
    /// The ads that are being tried.
    let ads: AdStages

    private struct Phones {
        var running: [Device] = []
        /// Ids are never reused, so a page or a removal for an older phone never affects a newer one.
        var lastID = 0
    }

    /// Prepares a laboratory without devices.
    /// - Parameters:
    ///   - folder: holds one folder for each device.
    ///   - transport: the transport that simulated networks forward to.
    ///   - apps: the apps that phones may carry.
    ///   - store: the store simulator at which the phones buy; without it, their receipts prove nothing.
    ///   - uptime: measures how long devices are idle.
    public convenience init(
        folder: URL, transport: any Transport, apps: any LabApps, store: URL? = nil,
        uptime: @escaping @Sendable () -> Duration = Environment.systemUptime
    ) {
        self.init(folder: folder, transport: transport, apps: apps, store: store, uptime: uptime, wings: LabWings.all)
    }

    init(
        folder: URL, transport: any Transport, apps: any LabApps, store: URL? = nil,
        uptime: @escaping @Sendable () -> Duration, wings: [any LabWing]
    ) {
        till = store.map { StoreTill($0, transport: transport) }
        self.wings = wings
        commands = CommandTable(wings)
        self.folder = folder
        self.uptime = uptime
        self.transport = transport
        self.apps = apps
        ads = AdStages(uptime: uptime)
    }

    var all: [Device] { phones.withLock { $0.running } }

    func device(_ id: String) throws(LabError) -> Device {
        guard let device = all.first(where: { $0.id == id }) else { throw Self.unknown(id) }
        return device
    }

    private static func unknown(_ id: String) -> LabError {
        LabError(.unknownDevice, "there is no device \(id.prefix(40))")
    }

    /// The app whose pages are served under `token`.
    func process(token: String) -> AppProcess? {
        all.lazy.flatMap(\.running).first { ConstantTime.equal($0.token, token) }
    }

    /// The screen of a request for a placement whose pages are served under `token`.
    func stage(token: String) -> UnitStage? {
        all.lazy.flatMap(\.running).flatMap { $0.game?.stages ?? [] }.first { ConstantTime.equal($0.token, token) }
    }

    /// Reads which apps the server has and shows them on every home screen.
    /// - Throws: when the apps cannot be read.
    @discardableResult
    public func readApps() async throws -> [LabApp] {
        let list = try await apps.all()
        let isNew = catalogue.withLock { catalogue in
            defer { catalogue = list }
            return catalogue != list
        }
        if isNew { for device in all { device.feed.stateChanged() } }
        return list
    }

    /// Whether a page shows a phone.
    public var isWatched: Bool { all.contains { $0.feed.isWatched } }

    /// A phone as the lab's page draws it.
    func state(of device: Device) -> DeviceState {
        DeviceState(device, apps: catalogue.withLock { $0 }, wings: wings)
    }

    /// Switches a new phone on and opens the named app on it, or the first app with a release.
    func add(app id: String? = nil) async throws -> Device {
        let app = try await app(id)
        let configuration = try await apps.configuration(of: app)
        await removeForgotten()
        await makeRoom()
        let device = try phones.withLock { phones in
            guard phones.running.count < Self.maximumDevices else {
                throw LabError(.tooMany, "at most \(Self.maximumDevices) devices run at once; remove one first")
            }
            phones.lastID += 1
            let id = String(phones.lastID)
            let device = Device(
                id: id, folder: folder.appending(path: id), transport: transport, till: till, uptime: uptime)
            try device.open(app, configuration)
            phones.running.append(device)
            return device
        }
        await startGame(on: device)
        return device
    }

    /// Brings an app of the server to the front of a phone.
    func open(_ id: String, on device: Device) async throws {
        let app = try await app(id)
        try device.open(app, try await apps.configuration(of: app))
        await startGame(on: device)
    }

    /// Starts the game of the app in front, after its phone was marked as a test device.
    private func startGame(on device: Device) async {
        guard let process = device.front, let game = process.game, !game.isStarted else { return }
        do {
            try await apps.setTestDevice(game.install, true, of: process.app)
            game.start(isTestDevice: true)
        } catch {
            process.note(.log, "not a test device", "\(error)", isGood: false)
            game.start(isTestDevice: false)
        }
    }

    /// Kills an app of a phone and starts it again. The phone's own state stays: network, clock, location and
    /// advertising id.
    func restart(_ app: LabApp, on device: Device) async throws {
        try device.restart(app, try await apps.configuration(of: app))
        await startGame(on: device)
    }

    /// The recipients that a tester may choose for an app.
    func recipients(of id: String) async throws -> [LabRecipient] { try await apps.recipients(of: app(id)) }

    private func app(_ id: String?) async throws -> LabApp {
        let apps = try await readApps()
        if let id {
            guard let app = apps.first(where: { $0.id == id }) else {
                throw LabError(.unknownApp, "there is no app \(id.prefix(40))")
            }
            return app
        }
        guard let app = apps.first(where: \.hasRelease) ?? apps.first else {
            throw LabError(.noContent, "there is no app yet; import and publish content first")
        }
        return app
    }

    /// Removes the devices that were unused for ``idleLimit``.
    func removeForgotten() async {
        for device in all where device.idle >= Self.idleLimit { try? await remove(device.id) }
    }

    /// Removes the device that was unused the longest when the limit is reached.
    private func makeRoom() async {
        let devices = all
        guard devices.count >= Self.maximumDevices, let oldest = devices.max(by: { $0.idle < $1.idle }),
            oldest.idle >= Self.idleBeforeGivingWay
        else { return }
        try? await remove(oldest.id)
    }

    /// Switches a phone off permanently and deletes its folder.
    func remove(_ id: String) async throws {
        let device = try phones.withLock { phones in
            guard let index = phones.running.firstIndex(where: { $0.id == id }) else { throw Self.unknown(id) }
            return phones.running.remove(at: index)
        }
        let installs = device.running.compactMap { process in process.game.map { (process.app, $0.install) } }
        await device.close()
        for (app, install) in installs { try? await apps.setTestDevice(install, false, of: app) }
        try? FileManager.default.removeItem(at: folder.appending(path: id))
    }

    /// Closes every device, as at the end of the server.
    public func close() async {
        for device in all { await device.close() }
    }
}
