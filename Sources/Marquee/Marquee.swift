public import Foundation
public import MarqueeCore
public import MarqueeHub
public import MarqueeWire

/// What an app talks to.
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
/// The app carries `zbimconfig.plist` and `pubkey.der` among its resources, or passes a ``MarqueeCore/Configuration``
/// made from other files.
public final class Marquee: Sendable {
    /// Users, their tags, and who is active.
    public let users: UserStore
    /// The content hub.
    public let hub: Hub
    /// Configuration, outbox, log, consent and what else every capability stands on.
    public let core: Core
    /// What the user agreed to, by purpose; ``MarqueeCore/Consent/limitTracking(_:)`` is the privacy switch.
    public var consent: Consent { core.consent }
    private var capabilities: [any Capability] { [hub] }

    private static let session = Locked<Task<Result<Marquee, MarqueeError>, Never>?>(nil)

    /// Makes an instance beside the app's own, with an environment of its own: for tests, previews and the device lab.
    /// - Parameters:
    ///   - configuration: where the service is, and what proves its content.
    ///   - environment: folder, network, clock and chance.
    ///   - precached: a `contentDB.sqlite3` that stands in until content was downloaded.
    ///   - advertiser: where the advertiser id comes from; none unless the app says what the system knows (HUB-211).
    ///   - log: where the instance says what it does.
    /// - Throws: ``MarqueeCore/MarqueeError`` with `storage` when the environment's folder cannot be used. An
    ///   unusable configuration is no error here: it is logged, and presenting fails with `invalidState`.
    public init(
        configuration: Configuration, environment: Environment, precached: URL? = nil,
        advertiser: Advertiser = Advertiser(), log: Log = Log()
    ) throws(MarqueeError) {
        core = try Core(configuration: configuration, environment: environment, log: log, advertiser: advertiser)
        users = core.users
        hub = Hub(core: core, precached: precached)
    }

    /// Starts the SDK, once per run of the app: every later or concurrent call gets the same instance, whatever it
    /// passes.
    ///
    /// Opens the stored content without waiting for the network. A start that failed may be repeated, and one may
    /// follow on ``close()``.
    /// - Parameters:
    ///   - configuration: where the app's own is not in its main bundle.
    ///   - environment: the SDK's folder below Application Support and URLSession when it is `nil`.
    ///   - precached: the bundle's `contentDB.sqlite3`, if it carries one.
    ///   - advertiser: where the advertiser id comes from; none unless the app says what the system knows (HUB-211).
    ///   - log: where the instance says what it does.
    /// - Returns: the app's one instance, also found by ``started()``.
    /// - Throws: as ``init(configuration:environment:precached:advertiser:log:)``.
    @discardableResult
    public static func start(
        _ configuration: Configuration = .load(), environment: Environment? = nil,
        precached: URL? = Bundle.main.url(forResource: "contentDB", withExtension: "sqlite3"),
        advertiser: Advertiser = Advertiser(), log: Log = Log()
    ) async throws(MarqueeError) -> Marquee {
        let task = session.withLock { session in
            if let session { return session }
            let task = Task { open(configuration, environment, precached, advertiser, log) }
            session = task
            return task
        }
        let result = await task.value
        if case .failure = result {
            session.withLock { if $0 == task { $0 = nil } }
        }
        return try result.get()
    }

    /// The instance that ``start(_:environment:precached:advertiser:log:)`` made.
    /// - Throws: ``MarqueeCore/MarqueeError`` with `invalidState` before that, and after ``close()``.
    public static func started() async throws(MarqueeError) -> Marquee {
        guard let task = session.withLock({ $0 }) else {
            throw MarqueeError(.invalidState, "Marquee.start was not called")
        }
        return try await task.value.get()
    }

    /// Records that something happened.
    ///
    /// Returns at once; the event is on disk within 50 ms and is sent when there is a network. What is outside an
    /// event's form is dropped and logged.
    /// - Parameters:
    ///   - name: 1 to 64 of `a-z`, `0-9`, `_`.
    ///   - properties: at most 64; the encoded event at most 32 KiB.
    public func track(_ name: String, _ properties: [String: Event.Value] = [:]) {
        core.outbox.track(name, properties)
    }

    /// Records that something happened and returns once it is on disk.
    /// - Throws: as ``MarqueeCore/Outbox/record(_:_:)``.
    @discardableResult
    public func record(_ name: String, _ properties: [String: Event.Value] = [:]) async throws(MarqueeError) -> EventID
    {
        try await core.outbox.record(name, properties)
    }

    /// Every change of state from now on, of every capability; `hub.notices()` has the hub's alone.
    public func notices() -> AsyncStream<any Notice> { core.notices.subscribe() }

    /// The app left the screen.
    ///
    /// Returns when what is waiting is stored and, if possible, sent.
    public func enteredBackground() async {
        for capability in capabilities { await capability.enteredBackground() }
        await core.enteredBackground()
    }

    /// The app is back in front of its user.
    public func enteredForeground() {
        core.enteredForeground()
        for capability in capabilities { capability.enteredForeground() }
    }

    /// Ends this instance: dismisses its hub, ends a download under way, stores what is waiting, closes its files.
    ///
    /// When it is the app's own, ``start(_:environment:precached:advertiser:log:)`` makes another one afterwards.
    public func close() async {
        for capability in capabilities { await capability.close() }
        await core.close()
        await Self.forget(self)
    }

    private static func forget(_ marquee: Marquee) async {
        guard let task = session.withLock({ $0 }), case .success(let own) = await task.value, own === marquee else {
            return
        }
        session.withLock { if $0 == task { $0 = nil } }
    }

    private static func open(
        _ configuration: Configuration, _ environment: Environment?, _ precached: URL?,
        _ advertiser: Advertiser, _ log: Log
    ) -> Result<Marquee, MarqueeError> {
        Result { () throws(MarqueeError) in
            let environment = environment ?? Environment(folder: defaultFolder, transport: URLSessionTransport())
            let marquee = try Marquee(
                configuration: configuration, environment: environment, precached: precached, advertiser: advertiser,
                log: log)
            marquee.run()
            return marquee
        }
    }

    /// Begins what runs by itself: uploads, and downloads that are not to wait for a presentation.
    ///
    /// Called by ``start(_:environment:precached:advertiser:log:)``; other instances call it themselves. Later calls do nothing.
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
