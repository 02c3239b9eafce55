import MarqueeCore
import MarqueeWire

extension Hub {
    /// Shows a hub and returns after its first page is rendered.
    ///
    /// The hub shows stored content at once and refreshes it in the background, unless the server forbids stale
    /// content. Without stored content the hub shows that it is checking, then the download's progress, then the page
    /// or an error. The presentation ends early when the person closes the hub, when the task is cancelled, or when
    /// the publisher switches content off.
    /// - Parameters:
    ///   - target: the page to show first.
    ///   - surface: where to show the hub; `nil` selects the adapter's full-screen surface.
    ///   - mode: full screen over the app, or embedded in one of its views.
    /// - Returns: the presented hub; ``current`` returns it too.
    /// - Throws: ``HubError``: `invalidState` (no usable configuration or no surface),
    ///   `activeUserNotSet`, `invalidParameters` (malformed URI), `disabled`, `invalidOperation` (a hub is displayed,
    ///   or this one was dismissed while loading), `operationAlreadyInProgress`, `missingContent`, `missingDatabase`,
    ///   `noNetwork`. The first four show nothing; neither does a URI that stored content does not have. All other
    ///   failures are shown inside the hub until it is dismissed.
    @discardableResult
    public func present(
        _ target: HubTarget = .bestMatch, on surface: (any HubSurface)? = nil, mode: Hub.PresentationMode = .modal
    ) async throws(HubError) -> HubPresentation {
        let entryPoint = takeEntryPoint()
        let content = try presentableContent()
        if case .uri(let text) = target { try HubTarget.check(text) }
        try claim()
        let plan: Plan
        let hubSurface: any HubSurface
        do throws(HubError) {
            hubSurface = try await self.surface(surface)
            await content.prove()
            try requireEnabled()
            plan = try makePlan(target, from: content)
        } catch {
            state.withLock { $0.isClaimed = false }
            throw error
        }
        let hub = makeHub(on: hubSurface, stay: stay(entryPoint, mode))
        display(hub)
        return try await run(hub) { await self.load(hub, plan, from: content, scripts: hubSurface.scriptHashes) }
    }

    /// Shows a dismissed hub again, with the page and the release that it showed last.
    /// - Throws: the errors of ``present(_:on:mode:)``; also `invalidState` when the hub is still displayed or never
    ///   showed a page.
    public func presentExisting(_ hub: HubPresentation, on surface: (any HubSurface)? = nil) async throws(HubError) {
        let entryPoint = takeEntryPoint()
        _ = try presentableContent()
        guard !hub.isDisplayed else { throw HubError(.invalidState, "the hub is still displayed") }
        try claim()
        do throws(HubError) {
            let hubSurface = try await self.surface(surface)
            try requireEnabled()
            try hub.reopened(stay(entryPoint, hub.controls.mode), on: HubQueue(hubSurface)) { self.display(hub) }
        } catch {
            state.withLock { $0.isClaimed = false }
            throw error
        }
        _ = try await run(hub) { await self.awaitRendering(of: hub) }
    }
}

extension Hub {
    /// The input of a presentation that is about to load.
    private struct Plan {
        let target: HubTarget
        let profile: TagProfile
        /// The stored release and its page to open, when they may be shown without a refresh.
        let stored: (release: any ReleaseContent, start: ContentURI)?
    }

    private func presentableContent() throws(HubError) -> any ContentDelivery {
        guard let content else { throw HubError(.invalidState, whyThereIsNoContent) }
        try requireEnabled()
        guard core.users.active != nil else { throw HubError(.activeUserNotSet, "no user is active") }
        return content
    }

    private func requireEnabled() throws(HubError) {
        guard !isDisabled else { throw HubError(.disabled, "content is switched off remotely") }
    }

    private var whyThereIsNoContent: String {
        guard let problem else { return "no content is available; the log of the SDK's start gives the reason" }
        return "the configuration cannot be used: \(problem.message)"
    }

    /// Reserves the screen, because only one hub can be displayed at a time.
    ///
    /// A displayed hub that only shows an error is closed.
    private func claim() throws(HubError) {
        let displayed = try state.withLock { state throws(HubError) -> HubPresentation? in
            guard !state.isClaimed else {
                throw HubError(.operationAlreadyInProgress, "another presentation is loading")
            }
            if let current = state.current, !current.isFailed {
                throw HubError(.invalidOperation, "a hub is already displayed")
            }
            state.isClaimed = true
            return state.current
        }
        _ = displayed?.close()
    }

    private func surface(_ surface: (any HubSurface)?) async throws(HubError) -> any HubSurface {
        if let surface { return surface }
        if let make = state.withLock({ $0.makeModalSurface }), let made = await make() { return made }
        throw HubError(.invalidState, "there is no surface to show the hub on")
    }

    private func makePlan(_ target: HubTarget, from content: any ContentDelivery) throws(HubError) -> Plan {
        let profile: TagProfile
        do { profile = target.profile(of: try core.users.activeUsage()) } catch { throw HubError(error) }
        guard content.fresh?.refresh != .dontShowStale, let release = content.openRelease() else {
            return Plan(target: target, profile: profile, stored: nil)
        }
        do {
            let start = try start(target, in: release, for: profile)
            return Plan(target: target, profile: profile, stored: (release, start))
        } catch {
            // Newer content may have the page. Fetch it for the next attempt.
            Task { await self.refresh() }
            throw error
        }
    }

    private func start(_ target: HubTarget, in release: any ReleaseContent, for profile: TagProfile)
        throws(HubError) -> ContentURI
    {
        let revoked = revoked
        let now = core.environment.now()
        return try target.start(in: release, for: profile) { hub in
            !revoked.contains(hub.uri) && hub.expires.map { $0 > now } ?? true
        }
    }

    private var revoked: Set<ContentURI> { Set(content?.fresh?.revoked ?? []) }

    private func stay(_ entryPoint: String?, _ mode: Hub.PresentationMode) -> PresentationState.Stay {
        PresentationState.Stay(
            recorder: BehaviourRecorder(outbox: core.outbox, entryPoint: entryPoint, mode: mode),
            began: core.environment.uptime())
    }

    private func makeHub(on surface: any HubSurface, stay: PresentationState.Stay) -> HubPresentation {
        let context = HubContext(
            core: core, journal: journal, post: { [weak self] in self?.post($0) },
            gate: { [weak self] in self?.gate ?? RequestGate(contentSource: .localOnly) },
            revoked: { [weak self] in self?.revoked ?? [] }, dismissed: { [weak self] in self?.dismissed($0) })
        return HubPresentation(
            context,
            state: PresentationState(
                colorScheme: colorScheme, showsLogo: showsLogo, stay: stay, queue: HubQueue(surface)))
    }

    private func display(_ hub: HubPresentation) {
        state.withLock { state in
            state.current = hub
            state.isClaimed = false
        }
        post(.displayingChanged(true))
        hub.begin()
    }

    private func dismissed(_ hub: HubPresentation) {
        let wasCurrent = state.withLock { state in
            guard state.current === hub else { return false }
            state.current = nil
            return true
        }
        if wasCurrent { post(.displayingChanged(false)) }
    }

    private func run(_ hub: HubPresentation, loading: @escaping @Sendable () async -> Void) async throws(HubError)
        -> HubPresentation
    {
        let task = Task { await loading() }
        let result = await withTaskCancellationHandler {
            await hub.settled()
        } onCancel: {
            _ = hub.close()
        }
        task.cancel()
        try result.get()
        // If content was switched off before the page was rendered, this presentation must close its own hub.
        do { try requireEnabled() } catch {
            _ = hub.close()
            throw error
        }
        return hub
    }

    private func load(
        _ hub: HubPresentation, _ plan: Plan, from content: any ContentDelivery, scripts: [String]
    ) async {
        do throws(HubError) {
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
        _ hub: HubPresentation, _ plan: Plan, from content: any ContentDelivery
    ) async throws(HubError) -> (any ReleaseContent, ContentURI) {
        if let stored = plan.stored {
            Task { await self.refresh() }
            return (stored.release, stored.start)
        }
        hub.show(.checking())
        let outcome = await content.refresh()
        try requireEnabled()
        if let error = outcome.error { throw HubError(error) }
        guard let release = content.openRelease() else {
            throw HubError(.missingDatabase, "the stored content failed verification")
        }
        return (release, try start(plan.target, in: release, for: plan.profile))
    }

    private func awaitRendering(of hub: HubPresentation) async {
        try? await core.environment.sleep(Self.renderingDeadline)
        guard !Task.isCancelled, hub.isDisplayed, !hub.isSettled else { return }
        hub.failed(HubError(.invalidOperation, "the page was not rendered within \(Self.renderingDeadline)"))
    }
}
