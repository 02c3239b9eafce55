public import Foundation
public import MarqueeCore
public import MarqueeWire

/// The content hub of an app: presents published content, tailored to the active user, inside the walled garden.
///
/// ```swift
/// let shown = try await hub.present(on: surface)
/// ```
///
/// Only one hub is on screen at a time. A changed setting applies from the next presentation on; a changed rule of the
/// garden applies at once. All members are safe to call from any thread.
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
    /// Why the hub cannot show content with this configuration; `nil` when it can.
    let problem: ConfigurationProblem?
    private let delivery: Locked<(any ContentDelivery)?> = Locked(nil)

    /// Opens the stored content. Does not use the network.
    ///
    /// Without a usable configuration the hub exists but presents nothing: each presentation fails with `invalidState`,
    /// and ``start()`` logs the reason unless the app has no hub at all.
    /// - Parameters:
    ///   - core: the parts that the hub shares with the other capabilities.
    ///   - precached: a `contentDB.sqlite3` in the app's bundle.
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
            core.log(.criticalError, .debug, "no content is available: \(error.message)")
        }
    }

    /// Makes a hub without content. Call ``attach(_:)`` to add the content.
    init(_ core: Core) {
        self.core = core
        problem = core.configuration.hubProblem
        forgetReportOnRefusal()
    }

    func attach(_ delivery: any ContentDelivery) {
        self.delivery.withLock { $0 = delivery }
        state.withLock { $0.isDisabled = isLocked(by: delivery.fresh) }
    }

    /// Whether verified content is available to present.
    ///
    /// After the SDK starts, the value is `false` until the stored content is verified. A later download does not
    /// change the value, even when the download fails.
    public var isReady: Bool { content?.isReady ?? false }
    /// Whether a refresh is fetching metadata or content.
    public var isDownloading: Bool { content?.isDownloading ?? false }
    /// Whether a hub is displayed: with a page, a status or an error.
    public var isDisplaying: Bool { state.withLock { $0.current != nil } }
    /// Whether content is switched off remotely: paused, or locked for this build.
    public var isDisabled: Bool { isLocked(by: content?.fresh) }

    /// The time since which the stored content is stale: the SDK can no longer prove that it is the newest.
    ///
    /// `nil` while the content is not stale. Stale content is still presented, unless the publisher forbids it.
    public var staleSince: Timestamp? { content?.staleSince }

    /// The hub on screen; `nil` when there is none, even if the app keeps a dismissed hub.
    public var current: HubPresentation? { state.withLock { $0.current } }

    /// All changes of state from now on: ready, downloading, displaying, disabled, progress, navigation.
    ///
    /// The stream ends when its reader stops iterating or its task is cancelled. For a slow reader the stream keeps the
    /// newest 1,000 notices.
    public func notices() -> AsyncStream<HubNotice> { posted.subscribe() }

    /// All decisions of the walled garden from now on.
    public func requests() -> AsyncStream<RequestRecord> { journal.subscribe() }

    /// Fetches newer content now. A call during a refresh waits for that refresh.
    ///
    /// A presented hub does not change.
    @discardableResult
    public func refresh() async -> RefreshOutcome {
        guard let content else { return .failed(RefreshError(.noTrustAnchor, "the configuration cannot be used")) }
        guard !isDisabled || content.fresh?.isPaused == true else { return .unchanged(bytes: 0) }
        return await content.refresh()
    }

    /// Verifies the stored content in the background, then refreshes it if the publisher asks for early downloads.
    ///
    /// ``isReady`` becomes true when verification succeeds. Called once, when the SDK starts.
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

    /// Call when the app leaves the screen.
    ///
    /// Stops the reading time and records what the person read and which tags changed.
    public func enteredBackground() async {
        current?.enteredBackground()
        do throws(MarqueeError) {
            try await ProfileReport(core: core).recordChange()
        } catch {
            core.log(.error, .debug, "the profile's tags could not be recorded: \(error.message)")
        }
    }

    /// Call when the app is on screen again. Reading time continues.
    public func enteredForeground() { current?.enteredForeground() }

    /// Dismisses the hub on screen, cancels a running refresh, and returns after the last write to disk.
    ///
    /// No refresh runs afterwards.
    public func close() async {
        _ = current?.close()
        await content?.close()
    }

    /// After the user refuses consent, the next report contains all tags again.
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
        case .precachedRefused(let code, let message):
            core.log(code.severity, .debug, "the pre-cached content is not used (\(code.rawValue)): \(message)")
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
