public import MarqueeCore
import MarqueeWire

extension Hub {
    /// Shows a hub and returns once its first page is rendered.
    ///
    /// Stored content is shown at once and refreshed behind it, unless the server wants stale content not to be shown.
    /// Without content the hub shows that it is checking, then the download's progress, then the page or an error. A
    /// person who closes it meanwhile, a cancelled task, or a publisher who switches content off, ends it.
    /// - Parameters:
    ///   - target: what is shown first.
    ///   - surface: where; the adapter's full-screen surface when it is `nil`.
    ///   - mode: over the app, or in a view of it.
    /// - Returns: the handle, also found in ``current``.
    /// - Throws: ``MarqueeCore/MarqueeError``: `invalidState` (no usable configuration or no surface),
    ///   `activeUserNotSet`, `invalidParameters` (malformed URI), `disabled`, `invalidOperation` (a hub is displayed,
    ///   or this one was dismissed while loading), `operationAlreadyInProgress`, `missingContent`, `missingDatabase`,
    ///   `noNetwork`. Nothing appears for the first four, nor for a URI that stored content does not have; other
    ///   failures show inside the hub until it is dismissed.
    @discardableResult
    public func present(
        _ target: HubTarget = .bestMatch, on surface: (any HubSurface)? = nil, mode: PresentationMode = .modal
    ) async throws(MarqueeError) -> ContentHub {
        let entryPoint = takeEntryPoint()
        let content = try presentableContent()
        if case .uri(let text) = target { try HubTarget.check(text) }
        try claim()
        let plan: Plan
        let place: any HubSurface
        do throws(MarqueeError) {
            place = try await self.surface(surface)
            try requireEnabled()
            plan = try makePlan(target, from: content)
        } catch {
            state.withLock { $0.isClaimed = false }
            throw error
        }
        let hub = makeHub(on: place, stay: stay(entryPoint, mode))
        display(hub)
        return try await run(hub) { await self.load(hub, plan, from: content, scripts: place.scriptHashes) }
    }

    /// Shows a dismissed hub again, on the page and release where it was left.
    /// - Throws: as ``present(_:on:mode:)``; `invalidState` also when the hub is still displayed or never showed a
    ///   page.
    public func presentExisting(_ hub: ContentHub, on surface: (any HubSurface)? = nil) async throws(MarqueeError) {
        let entryPoint = takeEntryPoint()
        _ = try presentableContent()
        guard !hub.isDisplayed else { throw MarqueeError(.invalidState, "the hub is still displayed") }
        try claim()
        do throws(MarqueeError) {
            let place = try await self.surface(surface)
            try requireEnabled()
            try hub.reopened(stay(entryPoint, hub.controls.mode), on: HubQueue(place)) { self.display(hub) }
        } catch {
            state.withLock { $0.isClaimed = false }
            throw error
        }
        _ = try await run(hub) { await self.awaitRendering(of: hub) }
    }
}

extension Hub {
    /// What a presentation starts from.
    private struct Plan {
        let target: HubTarget
        let profile: TagProfile
        /// Stored content that may be shown without asking for news, with the page to open.
        let stored: (release: any ReleaseContent, start: ContentURI)?
    }

    private func presentableContent() throws(MarqueeError) -> any ContentDelivery {
        guard let content else { throw MarqueeError(.invalidState, whyThereIsNoContent) }
        try requireEnabled()
        guard core.users.active != nil else { throw MarqueeError(.activeUserNotSet, "no user is active") }
        return content
    }

    private func requireEnabled() throws(MarqueeError) {
        guard !isDisabled else { throw MarqueeError(.disabled, "content is switched off remotely") }
    }

    private var whyThereIsNoContent: String {
        guard let worst = core.configuration.problems.first, worst.severity == .criticalError else {
            return "there will be no content; the log of the start says why"
        }
        return "the configuration cannot be used: \(worst.message)"
    }

    /// One hub at a time.
    ///
    /// A hub that only shows an error gives way.
    private func claim() throws(MarqueeError) {
        let displayed = try state.withLock { state throws(MarqueeError) -> ContentHub? in
            guard !state.isClaimed else {
                throw MarqueeError(.operationAlreadyInProgress, "another presentation has begun")
            }
            if let current = state.current, !current.isFailed {
                throw MarqueeError(.invalidOperation, "a hub is displayed")
            }
            state.isClaimed = true
            return state.current
        }
        _ = displayed?.close()
    }

    private func surface(_ surface: (any HubSurface)?) async throws(MarqueeError) -> any HubSurface {
        if let surface { return surface }
        if let make = state.withLock({ $0.makeModalSurface }), let made = await make() { return made }
        throw MarqueeError(.invalidState, "there is no surface to present on")
    }

    private func makePlan(_ target: HubTarget, from content: any ContentDelivery) throws(MarqueeError) -> Plan {
        let profile = target.profile(of: try core.users.activeUsage())
        guard content.fresh?.refresh != .dontShowStale, let release = content.openRelease() else {
            return Plan(target: target, profile: profile, stored: nil)
        }
        do {
            let start = try start(target, in: release, for: profile)
            return Plan(target: target, profile: profile, stored: (release, start))
        } catch {
            // What the device does not know yet may be in newer content: fetch it for the next attempt.
            Task { await self.refresh() }
            throw error
        }
    }

    private func start(_ target: HubTarget, in release: any ReleaseContent, for profile: TagProfile)
        throws(MarqueeError) -> ContentURI
    {
        let revoked = revoked
        let now = core.environment.now()
        return try target.start(in: release, for: profile) { hub in
            !revoked.contains(hub.uri) && hub.expires.map { $0 > now } ?? true
        }
    }

    private var revoked: Set<ContentURI> { Set(content?.fresh?.revoked ?? []) }

    private func stay(_ entryPoint: String?, _ mode: PresentationMode) -> HubSession.Stay {
        HubSession.Stay(
            recorder: BehaviourRecorder(outbox: core.outbox, entryPoint: entryPoint, mode: mode),
            began: core.environment.uptime())
    }

    private func makeHub(on surface: any HubSurface, stay: HubSession.Stay) -> ContentHub {
        let context = HubContext(
            core: core, journal: journal, gate: { [weak self] in self?.gate ?? RequestGate(contentSource: .localOnly) },
            revoked: { [weak self] in self?.revoked ?? [] }, dismissed: { [weak self] in self?.dismissed($0) })
        return ContentHub(
            context,
            session: HubSession(
                colorScheme: colorScheme, showsLogo: showsLogo, stay: stay, queue: HubQueue(surface)))
    }

    private func display(_ hub: ContentHub) {
        state.withLock { state in
            state.current = hub
            state.isClaimed = false
        }
        core.notices.post(.displayingChanged(true))
        hub.begin()
    }

    private func dismissed(_ hub: ContentHub) {
        let wasCurrent = state.withLock { state in
            guard state.current === hub else { return false }
            state.current = nil
            return true
        }
        if wasCurrent { core.notices.post(.displayingChanged(false)) }
    }

    private func run(_ hub: ContentHub, loading: @escaping @Sendable () async -> Void) async throws(MarqueeError)
        -> ContentHub
    {
        let task = Task { await loading() }
        let result = await withTaskCancellationHandler {
            await hub.settled()
        } onCancel: {
            _ = hub.close()
        }
        task.cancel()
        try result.get()
        // Whoever learned of a switch-off before the page stood left it to this presentation to end.
        do { try requireEnabled() } catch {
            _ = hub.close()
            throw error
        }
        return hub
    }

    private func load(_ hub: ContentHub, _ plan: Plan, from content: any ContentDelivery, scripts: [String]) async {
        do throws(MarqueeError) {
            let (release, start) = try await prepare(hub, plan, from: content)
            let source = PageSource(
                release: release, profile: plan.profile, colorScheme: hub.controls.colorScheme, scriptHashes: scripts)
            try hub.opened(source, at: start)
        } catch {
            if hub.isDisplayed, !hub.isSettled { hub.failed(error) }
            return
        }
        await awaitRendering(of: hub)
    }

    private func prepare(
        _ hub: ContentHub, _ plan: Plan, from content: any ContentDelivery
    ) async throws(MarqueeError) -> (any ReleaseContent, ContentURI) {
        if let stored = plan.stored {
            Task { await self.refresh() }
            return (stored.release, stored.start)
        }
        hub.show(.checking())
        let outcome = await content.refresh()
        try requireEnabled()
        if let error = outcome.error { throw MarqueeError(error) }
        guard let release = content.openRelease() else {
            throw MarqueeError(.missingDatabase, "the stored content does not stand its verification")
        }
        return (release, try start(plan.target, in: release, for: plan.profile))
    }

    private func awaitRendering(of hub: ContentHub) async {
        try? await core.environment.sleep(Self.renderingDeadline)
        guard !Task.isCancelled, hub.isDisplayed, !hub.isSettled else { return }
        hub.failed(MarqueeError(.invalidOperation, "the page was not rendered within \(Self.renderingDeadline)"))
    }
}

extension MarqueeError {
    /// What a failed refresh means to who waits for content.
    init(_ error: RefreshError) {
        let code: Code =
            switch error.code {
            case .offline, .interrupted, .deadlineExceeded, .untrustedServer, .missing, .serviceFailed, .notTheService:
                .noNetwork
            case .tooLarge, .notAuthentic, .rollback, .expired, .invalidContent, .storage, .noTrustAnchor:
                .missingDatabase
            case .cancelled: .invalidOperation
            }
        self.init(code, error.message, cause: error)
    }
}
