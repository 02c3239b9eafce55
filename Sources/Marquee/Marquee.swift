public import Foundation
public import MarqueeCore
public import MarqueeEngage
public import MarqueeHub
public import MarqueePlacements
public import MarqueeWire

/// The SDK's entry point: an app starts it once and uses its members.
///
/// ```swift
/// let marquee = try await Marquee.start()
/// if marquee.users.active == nil {
///     let user = UserStore.generateDefaultID()
///     try marquee.users.create(user)
///     try marquee.users.activate(user)
/// }
/// marquee.hub.entryPoint = "home button"
/// try await marquee.hub.present(on: surface)
/// ```
///
/// The app has `marquee.json` in its resources, or passes a ``MarqueeCore/Configuration`` made
/// from other files.
public final class Marquee: Sendable {
    /// The users, their tags, and the active user.
    public let users: UserStore
    /// The content hub.
    public let hub: Hub
    /// Universal events, campaigns and sessions.
    public let engage: Engage
    /// Opens, content units, rewards, purchases and badges.
    public let placements: Placements
    /// The parts that all capabilities share: configuration, outbox, log, consent and others.
    public let core: Core
    /// The user's consent for each purpose; ``MarqueeCore/Consent/limitTracking(_:)`` is the privacy switch.
    public var consent: Consent { core.consent }
    private var capabilities: [any Capability] { [hub, engage, placements] }

    /// Follows the app once it was started; `nil` for an instance beside the app's own.
    private let lifecycle = Locked<AppLifecycle?>(nil)

    /// The task that makes the app's own instance, with its result; `nil` before the start and after ``close()``.
    private static let startTask = Locked<Task<Result<Marquee, MarqueeError>, Never>?>(nil)

    /// Makes a separate instance with its own environment: for tests, previews and the device lab.
    /// - Parameters:
    ///   - configuration: the URL of the service, and the public keys that verify its content.
    ///   - environment: folder, network, clock and random numbers.
    ///   - precached: a `contentDB.sqlite3` that is shown until content has been downloaded.
    ///   - advertiser: the source of the advertiser id; without a source there is no id (HUB-211).
    ///   - log: receives the instance's messages.
    ///   - appState: whether the app is on the screen. In the background, no session starts until
    ///     ``enteredForeground()``.
    /// - Throws: ``MarqueeCore/MarqueeError`` with `storage` if the environment's folder cannot be used. An unusable
    ///   configuration is not an error here: it is logged, and presenting a hub then throws `invalidState`.
    public init(
        configuration: Configuration, environment: Environment, precached: URL? = nil,
        advertiser: Advertiser = Advertiser(), log: Log = Log(), appState: AppState = .foreground
    ) throws(MarqueeError) {
        core = try Core(
            configuration: configuration, environment: environment, log: log, advertiser: advertiser, appState: appState
        )
        users = core.users
        hub = Hub(core: core, precached: precached)
        engage = try Engage(core: core)
        placements = try Placements(core: core)
    }

    /// Starts the SDK once per run of the app. Every later or concurrent call returns the same instance and ignores its
    /// arguments.
    ///
    /// Opens the stored content and does not wait for the network. The app can call this again after a failed start and
    /// after ``close()``.
    /// - Parameters:
    ///   - configuration: by default, the configuration in the app's main bundle.
    ///   - environment: if it is `nil`, a folder in Application Support, and URLSession.
    ///   - precached: the bundle's `contentDB.sqlite3`, if there is one.
    ///   - advertiser: the source of the advertiser id; without a source there is no id (HUB-211).
    ///   - log: receives the instance's messages.
    ///   - appState: asked at the start whether the app is on the screen: `{ .current }` with MarqueeUI. After a start
    ///     in the background, for example by a silent push, no session begins until the app is on the screen. If it is
    ///     `nil`, each start counts as one on the screen.
    /// - Returns: the app's only instance; ``started()`` returns it too.
    /// - Throws: the errors of ``init(configuration:environment:precached:advertiser:log:appState:)``.
    @discardableResult
    public static func start(
        _ configuration: Configuration = .load(), environment: Environment? = nil,
        precached: URL? = Bundle.main.url(forResource: "contentDB", withExtension: "sqlite3"),
        advertiser: Advertiser = Advertiser(), log: Log = Log(),
        appState: (@MainActor @Sendable () -> AppState)? = nil
    ) async throws(MarqueeError) -> Marquee {
        let task = startTask.withLock { current in
            if let current { return current }
            let task = Task { await open(configuration, environment, precached, advertiser, log, appState) }
            current = task
            return task
        }
        let result = await task.value
        if case .failure = result {
            startTask.withLock { if $0 == task { $0 = nil } }
        }
        return try result.get()
    }

    /// The instance that ``start(_:environment:precached:advertiser:log:appState:)`` made.
    /// - Throws: ``MarqueeCore/MarqueeError`` with `invalidState` before the start and after ``close()``.
    public static func started() async throws(MarqueeError) -> Marquee {
        guard let task = startTask.withLock({ $0 }) else {
            throw MarqueeError(.invalidState, "Marquee.start was not called")
        }
        return try await task.value.get()
    }

    /// Records an event.
    ///
    /// Returns at once. The event is on disk within 50 ms and is sent when there is a network. An event with an invalid
    /// name or size is dropped and logged.
    /// - Parameters:
    ///   - name: 1 to 64 characters of `a-z`, `0-9`, `_`.
    ///   - properties: at most 64; the encoded event has at most 32 KiB.
    public func track(_ name: String, _ properties: [String: Event.Value] = [:]) {
        core.outbox.track(name, properties)
    }

    /// Records an event and returns when it is on disk.
    /// - Throws: the errors of ``MarqueeCore/Outbox/record(_:_:)``.
    @discardableResult
    public func record(_ name: String, _ properties: [String: Event.Value] = [:]) async throws(MarqueeError) -> EventID
    {
        try await core.outbox.record(name, properties)
    }

    /// Every change of state in any capability, from now on; `hub.notices()` has only the changes of the hub.
    public func notices() -> AsyncStream<any Notice> { core.notices.subscribe() }

    /// The app calls this when it leaves the screen.
    ///
    /// The instance that ``start(_:environment:precached:advertiser:log:appState:)`` made follows the system's
    /// notifications and needs no call. Returns when waiting events are stored and, if possible, sent.
    public func enteredBackground() async {
        for capability in capabilities { await capability.enteredBackground() }
        await core.enteredBackground()
    }

    /// The app calls this when it is visible to its user again.
    public func enteredForeground() {
        core.enteredForeground()
        for capability in capabilities { capability.enteredForeground() }
    }

    /// Ends this instance: dismisses its hub, cancels a running download, stores waiting events and closes the files.
    ///
    /// After the app's own instance is closed, ``start(_:environment:precached:advertiser:log:appState:)`` makes a new
    /// one.
    public func close() async {
        lifecycle.withLock { $0 = nil }
        for capability in capabilities { await capability.close() }
        await core.close()
        await Self.forget(self)
    }

    private static func forget(_ marquee: Marquee) async {
        guard let task = startTask.withLock({ $0 }), case .success(let own) = await task.value, own === marquee else {
            return
        }
        startTask.withLock { if $0 == task { $0 = nil } }
    }

    private static func open(
        _ configuration: Configuration, _ environment: Environment?, _ precached: URL?,
        _ advertiser: Advertiser, _ log: Log, _ appState: (@MainActor @Sendable () -> AppState)?
    ) async -> Result<Marquee, MarqueeError> {
        let start = await appState?() ?? .foreground
        let opened = Result { () throws(MarqueeError) in
            let environment = environment ?? Environment(folder: defaultFolder, transport: URLSessionTransport())
            let marquee = try Marquee(
                configuration: configuration, environment: environment, precached: precached, advertiser: advertiser,
                log: log, appState: start)
            marquee.run()
            marquee.followApp(from: start)
            return marquee
        }
        // Asked again, because the app may have come to the screen before it was followed.
        if start == .background, await appState?() == .foreground { try? opened.get().appearOnScreen() }
        return opened
    }

    private func followApp(from start: AppState) {
        let lifecycle = AppLifecycle(
            appState: start,
            background: { [weak self] in await self?.enteredBackground() },
            foreground: { [weak self] in self?.enteredForeground() })
        lifecycle.observe()
        self.lifecycle.withLock { $0 = lifecycle }
    }

    private func appearOnScreen() { lifecycle.withLock { $0 }?.handle(.becameActive) }

    /// Starts background work: uploads, and downloads that do not wait for a presentation.
    ///
    /// ``start(_:environment:precached:advertiser:log:appState:)`` calls this. The owner of a separate instance calls
    /// it once; later calls do nothing.
    public func run() {
        guard core.start() else { return }
        for capability in capabilities { capability.start() }
    }

    private static var defaultFolder: URL {
        let support =
            FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            ?? FileManager.default.temporaryDirectory
        return support.appending(path: "Marquee", directoryHint: .isDirectory)
    }
}
