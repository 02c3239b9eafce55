public import Foundation
public import MarqueeCore
public import MarqueeWire

/// The content hub of an app: presents what was published, tailored to the active user, inside the walled garden.
///
/// ```swift
/// let shown = try await hub.present(on: surface)
/// ```
///
/// One hub is on screen at a time. Settings apply from the next presentation on; the garden's rules at once. All
/// members are safe from any thread.
public final class Hub: Sendable {
    /// How long a surface may take to render the first page before the presentation fails.
    public static let renderingDeadline = Duration.seconds(30)

    struct State: Sendable {
        var gate = RequestGate()
        var colorScheme = ColorScheme.dark
        var showsLogo = true
        var entryPoint: String?
        var current: ContentHub?
        var isClaimed = false
        var isDisabled = false
        var makeModalSurface: (@Sendable () async -> (any HubSurface)?)?
    }

    let core: Core
    let state = Locked(State())
    /// Every decision of the walled garden.
    let journal = Broadcast<RequestRecord>(backlog: 500)
    private let build: String
    private let delivery: Locked<(any ContentDelivery)?> = Locked(nil)

    /// Opens the stored content; touches no network.
    ///
    /// Without a usable configuration the hub exists but presents nothing: the reason is in the log, and each
    /// presentation fails with `invalidState`.
    /// - Parameters:
    ///   - core: what the hub shares with the other capabilities.
    ///   - precached: a `contentDB.sqlite3` that the app carries.
    ///   - build: the app's build number, which a remote lockdown is compared with.
    public convenience init(core: Core, precached: URL? = nil, build: String = Hub.appBuild) {
        self.init(core: core, build: build)
        guard core.configuration.isUsable, let service = core.configuration.service,
            let scope = core.configuration.scope
        else { return }
        do {
            let anchors = try TrustAnchors(keys: core.configuration.trustAnchors)
            let source = ContentLibrary.Source(service: service, scope: scope, anchors: anchors, precached: precached)
            attach(try ContentLibrary(source, environment: core.environment) { [weak self] in self?.changed($0) })
        } catch {
            core.log(.criticalError, .debug, "there will be no content: \(error.message)")
        }
    }

    init(core: Core, build: String) {
        self.core = core
        self.build = build
    }

    func attach(_ delivery: any ContentDelivery) {
        self.delivery.withLock { $0 = delivery }
        state.withLock { $0.isDisabled = isLocked(by: delivery.fresh) }
    }

    /// `CFBundleVersion` of the app; `0` outside of one.
    public static var appBuild: String { Bundle.main.infoDictionary?["CFBundleVersion"] as? String ?? "0" }

    /// Verified content is available to present.
    ///
    /// A newer download, even a failing one, does not change that.
    public var isReady: Bool { content?.isReady ?? false }
    /// Metadata or content is being fetched.
    public var isDownloading: Bool { content?.isDownloading ?? false }
    /// A hub is displayed, whatever it shows.
    public var isDisplaying: Bool { state.withLock { $0.current != nil } }
    /// Switched off remotely: paused, or locked for this build.
    public var isDisabled: Bool { isLocked(by: content?.fresh) }

    /// Since when the stored content can no longer be proven to be the newest; `nil` while it can.
    ///
    /// It is presented all the same, unless the publisher wants stale content not to be shown.
    public var staleSince: Timestamp? { content?.staleSince }

    /// The hub on screen; `nil` when there is none, whoever keeps a handle.
    public var current: ContentHub? { state.withLock { $0.current } }

    /// Every decision of the walled garden from now on.
    public func requests() -> AsyncStream<RequestRecord> { journal.subscribe() }

    /// Asks for newer content now; a call during a refresh joins it.
    ///
    /// What is presented stays as it is.
    @discardableResult
    public func refresh() async -> RefreshOutcome {
        guard let content else { return .failed(RefreshError(.noTrustAnchor, "the configuration cannot be used")) }
        guard !isDisabled || content.fresh?.isPaused == true else { return .unchanged(bytes: 0) }
        return await content.refresh()
    }

    /// Lets the mode that the server set take effect: content that is to be on the device early is fetched now.
    ///
    /// Called once at start.
    public func start() {
        guard let content, content.fresh?.initialDownload == .immediate || content.fresh?.refresh == .recurring else {
            return
        }
        Task { await self.refresh() }
    }

    /// The app left the screen: reading time stops, and what was read is recorded.
    public func enteredBackground() { current?.enteredBackground() }

    /// The app is back in front of its user.
    public func enteredForeground() { current?.enteredForeground() }

    /// Dismisses the hub on screen, ends a refresh under way, and returns when nothing is written any more.
    ///
    /// Nothing is refreshed afterwards.
    public func close() async {
        _ = current?.close()
        await content?.close()
    }

    var content: (any ContentDelivery)? { delivery.withLock { $0 } }

    func isLocked(by fresh: Fresh?) -> Bool { fresh?.state.isClosed(forBuild: build) ?? false }

    func changed(_ change: ContentLibrary.Change) {
        switch change {
        case .downloading(let isDownloading): core.notices.post(.downloadingChanged(isDownloading))
        case .progress(let fraction):
            core.notices.post(.downloadProgressChanged(fraction * 100))
            current?.progressed(fraction)
        case .ready(let isReady): core.notices.post(.readyChanged(isReady))
        case .updated(let version): core.log(.info, .debug, "release \(version) is stored")
        case .failed(let code, let message):
            core.log(code.severity, .debug, "content was not refreshed (\(code.rawValue)): \(message)")
        case .ended(let report): core.outbox.track(EventName.refreshEnded, report.properties)
        case .fresh(let fresh):
            let isLocked = isLocked(by: fresh)
            let (isChange, displayed) = state.withLock { state in
                defer { state.isDisabled = isLocked }
                return (state.isDisabled != isLocked, state.current)
            }
            guard isChange else { return }
            core.notices.post(.disabledChanged(isLocked))
            if isLocked { displayed?.switchedOff() }
        }
    }
}
