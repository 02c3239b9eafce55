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
public final class Hub: Capability {
    /// How long a surface may take to render the first page before the presentation fails.
    public static let renderingDeadline = Duration.seconds(30)

    private static let diskShare = "content hub"

    struct State: Sendable {
        var gate = RequestGate()
        var colorScheme = Hub.ColorScheme.dark
        var showsLogo = true
        var entryPoint: String?
        var current: HubPresentation?
        var isClaimed = false
        var isDisabled = false
        var makeModalSurface: (@Sendable () async -> (any HubSurface)?)?
    }

    let core: Core
    let state = Locked(State())
    /// Every decision of the walled garden.
    let journal = Broadcast<RequestRecord>(backlog: 500)
    private let posted = Broadcast<HubNotice>(backlog: 1_000)
    /// Why the configuration does not give the hub content.
    let problem: ConfigurationProblem?
    private let delivery: Locked<(any ContentDelivery)?> = Locked(nil)

    /// Opens the stored content; touches no network.
    ///
    /// Without a usable configuration the hub exists but presents nothing: each presentation fails with `invalidState`,
    /// and ``start()`` logs the reason unless the app has no hub at all.
    /// - Parameters:
    ///   - core: what the hub shares with the other capabilities.
    ///   - precached: a `contentDB.sqlite3` that the app carries.
    public convenience init(core: Core, precached: URL? = nil) {
        self.init(core)
        guard problem == nil, let service = core.configuration.service, let scope = core.configuration.scope else {
            return
        }
        do {
            let anchors = try TrustAnchors(keys: core.configuration.trustAnchors)
            let source = ContentLibrary.Source(service: service, scope: scope, anchors: anchors, precached: precached)
            let library = try ContentLibrary(
                source, environment: core.environment,
                makeRoom: { [disk = core.disk] in disk.makeRoom(for: $0, in: Self.diskShare) },
                changed: { [weak self] in self?.changed($0) })
            core.disk.register(
                DiskShare(
                    Self.diskShare, kind: .release, limit: .max, usage: { [weak library] in library?.diskUsage ?? 0 },
                    evict: { [weak library] _ in library?.evict() ?? 0 }))
            attach(library)
        } catch {
            core.log(.criticalError, .debug, "there will be no content: \(error.message)")
        }
    }

    /// A hub without content; ``attach(_:)`` gives it some.
    init(_ core: Core) {
        self.core = core
        problem = core.configuration.hubProblem
        forgetReportOnRefusal()
    }

    func attach(_ delivery: any ContentDelivery) {
        self.delivery.withLock { $0 = delivery }
        state.withLock { $0.isDisabled = isLocked(by: delivery.fresh) }
    }

    /// Verified content is available to present; `false` until the stored content is proven after a start.
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
    public var current: HubPresentation? { state.withLock { $0.current } }

    /// Changes of state from now on: ready, downloading, displaying, disabled, progress, navigation.
    ///
    /// The stream ends when its reader stops iterating or its task is cancelled. A reader that falls behind keeps the
    /// newest 1,000.
    public func notices() -> AsyncStream<HubNotice> { posted.subscribe() }

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

    /// Proves the stored content in the background, then fetches news if the publisher wants them on the device early.
    ///
    /// ``isReady`` turns true when the proof ends. Called once, when the SDK starts.
    public func start() {
        if let problem, !core.configuration.problems.contains(problem) {
            core.log(problem.severity, .debug, "configuration: \(problem.message)")
        }
        guard let content else { return }
        Task {
            await content.prove()
            guard content.fresh?.initialDownload == .immediate || content.fresh?.refresh == .recurring else { return }
            await self.refresh()
        }
    }

    /// The app left the screen: reading time stops, and events say what was read and which tags changed.
    public func enteredBackground() async {
        current?.enteredBackground()
        do throws(MarqueeError) {
            try await ProfileReport(core: core).recordChange()
        } catch {
            core.log(.error, .debug, "the profile's tags could not be recorded: \(error.message)")
        }
    }

    /// The app is back in front of its user.
    public func enteredForeground() { current?.enteredForeground() }

    /// Dismisses the hub on screen, ends a refresh under way, and returns when nothing is written any more.
    ///
    /// Nothing is refreshed afterwards.
    public func close() async {
        _ = current?.close()
        await content?.close()
    }

    /// After a refusal the next report is complete again.
    private func forgetReportOnRefusal() {
        do throws(MarqueeError) {
            try core.consent.onRefusal(of: .behaviour) { [state = core.state] () throws(MarqueeError) in
                try state.store([ProfileReport.name: nil])
            }
        } catch {
            core.log(.error, .debug, "the last report of tags could not be deleted: \(error.message)")
        }
    }

    func post(_ notice: HubNotice) {
        posted.send(notice)
        core.notices.send(notice)
    }

    var content: (any ContentDelivery)? { delivery.withLock { $0 } }

    func isLocked(by fresh: Fresh?) -> Bool { fresh?.state.isClosed(forBuild: core.environment.app.build) ?? false }

    func changed(_ change: ContentLibrary.Change) {
        switch change {
        case .downloading(let isDownloading): post(.downloadingChanged(isDownloading))
        case .progress(let fraction):
            post(.downloadProgressChanged(fraction * 100))
            current?.progressed(fraction)
        case .ready(let isReady): post(.readyChanged(isReady))
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
            post(.disabledChanged(isLocked))
            if isLocked { displayed?.switchedOff() }
        }
    }
}
