public import Foundation
public import MarqueeCore
import MarqueeWire
import Secrets
import Synchronization

/// The device lab: simulated phones, each a real SDK instance with a folder, clock and network of its own.
///
/// Devices live in this process and in `folder`; a device that was killed or forgotten finds its users, content and
/// waiting events there again.
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
    /// The apps that phones may carry.
    let apps: any LabApps
    private let phones = Mutex(Phones())
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
    ///   - uptime: measures how long devices are idle.
    public init(
        folder: URL, transport: any Transport, apps: any LabApps,
        uptime: @escaping @Sendable () -> Duration = Environment.systemUptime
    ) {
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

    /// The device whose pages are served under `token`.
    func device(token: String) -> Device? {
        all.first { ConstantTime.equal($0.token, token) }
    }

    /// Switches a new phone on; it carries the named app, or the first app with a release.
    func add(app id: String? = nil) async throws -> Device {
        let app = try await app(id)
        let configuration = try await apps.configuration(of: app)
        await removeForgotten()
        await makeRoom()
        return try phones.withLock { phones in
            guard phones.running.count < Self.maximumDevices else {
                throw LabError(.tooMany, "at most \(Self.maximumDevices) devices run at once; remove one first")
            }
            phones.lastID += 1
            let device = try make(String(phones.lastID), app, configuration)
            phones.running.append(device)
            return device
        }
    }

    /// Ends a phone's process without any clean-up and starts its app again from the phone's disk. The phone's own
    /// state stays: network, clock, location and advertising id.
    func restart(_ id: String) async throws -> Device {
        let app = try device(id).app
        let configuration = try await apps.configuration(of: app)
        return try phones.withLock { phones in
            guard let index = phones.running.firstIndex(where: { $0.id == id }) else { throw Self.unknown(id) }
            let old = phones.running[index]
            old.kill()
            let device = try make(id, app, configuration, token: old.token, surroundings: old.surroundings)
            phones.running[index] = device
            return device
        }
    }

    private func app(_ id: String?) async throws -> LabApp {
        let apps = try await apps.all()
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

    /// On a phone's disk each app has its own folder, because after a restart of the server a phone with the same
    /// number may carry another app.
    private func make(
        _ id: String, _ app: LabApp, _ configuration: Configuration, token: String = RandomToken.make(bytes: 16),
        surroundings: Surroundings = Surroundings()
    ) throws -> Device {
        try Device(
            id: id, app: app, folder: folder.appending(path: id).appending(path: app.id), transport: transport,
            configuration: configuration, token: token, surroundings: surroundings, uptime: uptime)
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
        await device.close()
        try? FileManager.default.removeItem(at: folder.appending(path: id))
    }

    /// Closes every device, as at the end of the server.
    public func close() async {
        for device in all { await device.close() }
    }
}
