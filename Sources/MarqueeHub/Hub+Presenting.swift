import MarqueeCore
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
    /// - Throws: ``HubError``: `invalidState` (no usable configuration or no surface),
    ///   `activeUserNotSet`, `invalidParameters` (malformed URI), `disabled`, `invalidOperation` (a hub is displayed,
    ///   or this one was dismissed while loading), `operationAlreadyInProgress`, `missingContent`, `missingDatabase`,
    ///   `noNetwork`. Nothing appears for the first four, nor for a URI that stored content does not have; other
    ///   failures show inside the hub until it is dismissed.
    @discardableResult
    public func present(
        _ target: HubTarget = .bestMatch, on surface: (any HubSurface)? = nil, mode: Hub.PresentationMode = .modal
    ) async throws(HubError) -> HubPresentation {
        let entryPoint = takeEntryPoint()
        let content = try presentableContent()
        if case .uri(let text) = target { try HubTarget.check(text) }
        try claim()
        let plan: Plan
        let place: any HubSurface
        do throws(HubError) {
            place = try await self.surface(surface)
            await content.prove()
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
    public func presentExisting(_ hub: HubPresentation, on surface: (any HubSurface)? = nil) async throws(HubError) {
        let entryPoint = takeEntryPoint()
        _ = try presentableContent()
        guard !hub.isDisplayed else { throw HubError(.invalidState, "the hub is still displayed") }
        try claim()
        do throws(HubError) {
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
        guard let problem else { return "there will be no content; the log of the start says why" }
        return "the configuration cannot be used: \(problem.message)"
    }

    /// One hub at a time.
    ///
    /// A hub that only shows an error gives way.
    private func claim() throws(HubError) {
        let displayed = try state.withLock { state throws(HubError) -> HubPresentation? in
            guard !state.isClaimed else {
                throw HubError(.operationAlreadyInProgress, "another presentation has begun")
            }
            if let current = state.current, !current.isFailed {
                throw HubError(.invalidOperation, "a hub is displayed")
            }
            state.isClaimed = true
            return state.current
        }
        _ = displayed?.close()
    }

    private func surface(_ surface: (any HubSurface)?) async throws(HubError) -> any HubSurface {
        if let surface { return surface }
        if let make = state.withLock({ $0.makeModalSurface }), let made = await make() { return made }
        throw HubError(.invalidState, "there is no surface to present on")
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
            // What the device does not know yet may be in newer content: fetch it for the next attempt.
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
            session: PresentationState(
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
        // Whoever learned of a switch-off before the page stood left it to this presentation to end.
        do { try requireEnabled() } catch {
            _ = hub.close()
            throw error
        }
        return hub
    }

    private func load(_ hub: HubPresentation, _ plan: Plan, from content: any ContentDelivery, scripts: [String]) async {
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
            throw HubError(.missingDatabase, "the stored content does not stand its verification")
        }
        return (release, try start(plan.target, in: release, for: plan.profile))
    }

    private func awaitRendering(of hub: HubPresentation) async {
        try? await core.environment.sleep(Self.renderingDeadline)
        guard !Task.isCancelled, hub.isDisplayed, !hub.isSettled else { return }
        hub.failed(HubError(.invalidOperation, "the page was not rendered within \(Self.renderingDeadline)"))
    }
}
