import Foundation
import Marquee
import MarqueeCore
import MarqueeWire
import Secrets
import Synchronization

/// A simulated phone: a home screen, the apps that run on it, and the network, clock and storage that they share.
///
/// At most one app is in front. An app that was left stays in memory, in the background, until it is opened again or
/// makes room for others.
final class Device: Sendable {
    /// The most apps in memory at the same time; the one that was left first is ended for another, as a phone does it.
    static let maximumProcesses = 4

    let id: String
    let feed = DeviceFeed()
    let surroundings = Surroundings()
    /// When the phone was switched on.
    let started = Timestamp(Date())

    private let folder: URL
    private let transport: any Transport
    private let till: StoreTill?
    private let processes = Mutex(Processes())
    private let revision = Mutex(0)
    private let lastUse: Mutex<Duration>
    private let uptime: @Sendable () -> Duration

    private struct Processes {
        /// In the order in which they were last opened.
        var running: [AppProcess] = []
        /// The id of the app in front; `nil` while the home screen is shown.
        var front: String?
        /// The names of the apps in the addresses of their pages, which stay the same from process to process.
        var tokens: [String: String] = [:]
        var started = 0
        /// The users of apps that do not run, as a push service knows them.
        var registrations: [String: PushRegistration] = [:]
        var isOff = false

        func process(_ app: String?) -> AppProcess? { running.first { $0.app.id == app } }

        mutating func kill(_ app: String) {
            guard let process = process(app) else { return }
            registrations[app] = process.registration
            process.kill()
            running.removeAll { $0 === process }
            if front == app { front = nil }
        }
    }

    /// Switches a phone on that shows its home screen.
    /// - Parameters:
    ///   - folder: gets a folder for each app.
    ///   - till: signs what the phone's store sells.
    init(
        id: String, folder: URL, transport: any Transport, till: StoreTill? = nil,
        uptime: @escaping @Sendable () -> Duration = Environment.systemUptime
    ) {
        self.id = id
        self.folder = folder
        self.transport = transport
        self.till = till
        self.uptime = uptime
        lastUse = Mutex(uptime())
    }

    var clock: DeviceClock { surroundings.clock }
    var advertiser: DeviceAdvertiser { surroundings.advertiser }
    var network: NetworkSwitch { surroundings.network }

    /// The app in front; `nil` while the home screen is shown.
    var front: AppProcess? { processes.withLock { $0.process($0.front) } }

    /// The apps in memory.
    var running: [AppProcess] { processes.withLock { $0.running } }

    /// The phone's location; nil when the phone does not know it.
    var place: Place? {
        get { surroundings.whereabouts.place }
        set {
            surroundings.whereabouts.place = newValue
            for process in running { process.moved(surroundings.whereabouts) }
        }
    }

    /// Chooses the network; apps that waited for one are told that it is back, as a phone does.
    func setNetwork(_ mode: SimulatedNetwork.Mode) {
        let wasReaching = network.mode.reaches
        network.mode = mode
        guard mode.reaches, !wasReaching else { return }
        for process in running {
            Task {
                await process.marquee.core.networkReturned()
                process.stateChanged()
            }
        }
    }

    /// The user of an app when it ran last; `nil` for an app that never ran.
    func pastRegistration(of app: String) -> PushRegistration? { processes.withLock { $0.registrations[app] } }

    /// Numbers the states that are sent to pages, so that a page recognises a late state as old.
    func nextRevision() -> Int {
        revision.withLock { revision in
            revision += 1
            return revision
        }
    }

    /// Records that a person used the phone just now.
    func touch() {
        lastUse.withLock { $0 = uptime() }
    }

    /// How long the phone has been unused; zero while a page watches it.
    var idle: Duration { feed.isWatched ? .zero : lastUse.withLock { uptime() - $0 } }

    /// Brings an app to the front: from the background, or by starting it. The app that was in front goes to the
    /// background.
    /// - Parameter configuration: what the app carries, for its start.
    func open(_ app: LabApp, _ configuration: Configuration) throws {
        try processes.withLock { state in
            let left = state.front == app.id ? nil : state.process(state.front)
            let opened = try state.process(app.id) ?? start(app, configuration, &state)
            state.running.removeAll { $0 === opened }
            state.running.append(opened)
            state.front = app.id
            left?.enterBackground()
            opened.enterForeground()
            if state.running.count > Self.maximumProcesses { state.kill(state.running[0].app.id) }
        }
    }

    /// Leaves the app in front, which goes to the background, for the home screen.
    func goHome() {
        processes.withLock { state in
            state.process(state.front)?.enterBackground()
            state.front = nil
        }
    }

    /// Ends an app's process without any clean-up and starts the app again from the phone's disk, in front.
    func restart(_ app: LabApp, _ configuration: Configuration) throws {
        kill(app.id)
        try open(app, configuration)
    }

    /// Ends an app's process without any clean-up. The home screen is shown if it was in front.
    func kill(_ app: String) {
        processes.withLock { $0.kill(app) }
    }

    private func start(_ app: LabApp, _ configuration: Configuration, _ state: inout Processes) throws -> AppProcess {
        guard !state.isOff else { throw LabError(.unknownDevice, "there is no device \(id)") }
        let token = state.tokens[app.id] ?? RandomToken.make(bytes: 16)
        state.tokens[app.id] = token
        state.started += 1
        return try AppProcess(
            app, number: state.started, token: token, folder: folder.appending(path: app.id), transport: transport,
            configuration: configuration, surroundings: surroundings, feed: feed, till: till)
    }

    /// Switches the phone off: closes its apps and ends its feed.
    func close() async {
        let running = processes.withLock { state in
            state.isOff = true
            state.front = nil
            defer { state.running = [] }
            return state.running
        }
        for process in running { await process.close() }
        feed.end()
    }
}
