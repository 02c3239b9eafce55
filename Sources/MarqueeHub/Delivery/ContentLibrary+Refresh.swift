import Foundation
import MarqueeCore
import MarqueeWire

extension ContentLibrary {
    /// The running refresh, or a new one.
    func joinOrStartRefresh() -> Task<RefreshOutcome, Never> {
        state.withLock { state in
            if let running = state.refresh { return running }
            guard !state.isClosed else {
                return Task { .failed(RefreshError(.cancelled, "the content library is closed")) }
            }
            let task = Task { [self] in await refreshAndReport() }
            state.refresh = task
            return task
        }
    }

    /// Runs one refresh and posts its changes, from `downloading(true)` to `ended`.
    private func refreshAndReport() async -> RefreshOutcome {
        await prove()
        let begin = environment.uptime()
        changed(.downloading(true))
        let meter = DownloadMeter { [changed] in changed(.progress($0)) }
        var outcome: RefreshOutcome
        var active: TrustState.Content?
        repeat {
            adoptIfDamaged()
            outcome = await attemptRefresh(meter)
            active = state.withLock { $0.trust.content }
            folder.sweep(keeping: active?.file)
            try? environment.reached(RefreshStep.oldFilesRemoved.point)
        } while !finishRefresh(after: outcome)
        changed(.downloading(false))
        if let error = outcome.error { changed(.failed(error.code, message: error.message)) }
        changed(
            .ended(
                RefreshReport(
                    result: .init(outcome), release: active?.version, bytes: meter.received,
                    duration: environment.uptime() - begin)))
        return outcome
    }

    /// Replaces a damaged release with a complete content file on the device. This also works without a network.
    private func adoptIfDamaged() {
        guard state.withLock({ $0.isDamaged }) else { return }
        adoptContentFiles()
        if isReady { changed(.ready(true)) }
    }

    /// Marks the refresh as finished, so that a new one can start.
    ///
    /// Returns `false` when the refresh must try again: it found nothing newer, but the stored release was found damaged
    /// in the meantime.
    private func finishRefresh(after outcome: RefreshOutcome) -> Bool {
        state.withLock { state in
            if case .unchanged = outcome, state.isDamaged { return false }
            state.refresh = nil
            return true
        }
    }

    /// Tries once to fetch newer content, and turns an error into an outcome.
    private func attemptRefresh(_ meter: DownloadMeter) async -> RefreshOutcome {
        do throws(RefreshError) {
            guard let version = try await fetchAndActivate(meter) else { return .unchanged(bytes: meter.received) }
            return .updated(version: version, bytes: meter.received)
        } catch {
            return .failed(error)
        }
    }

    /// - Returns: the version of the release that is now active, or `nil` when nothing is newer.
    private func fetchAndActivate(_ meter: DownloadMeter) async throws(RefreshError) -> Int? {
        let (trust, chain, isDamaged, isStored) = state.withLock { ($0.trust, $0.chain, $0.isDamaged, $0.isStored) }
        let current = trust.content.flatMap(openDatabase)
        if let file = trust.content?.file { folder.pin(file) }
        defer {
            current?.close()
            if let file = trust.content?.file { folder.unpin(file) }
        }
        let client = ContentClient(
            service: source.service, environment: environment, limits: limits, meter: meter,
            end: environment.uptime() + limits.total)
        let run = RefreshRun(
            source: source, environment: environment, folder: folder, client: client, current: current,
            isDamaged: isDamaged || (trust.content != nil && current == nil), isStored: isStored, makeRoom: makeRoom
        ) { [weak self] in self?.accept($0) }
        guard let version = try await run.run(trust, chain) else { return nil }
        activated(version)
        return version
    }

    private func accept(_ acceptance: RefreshRun.Acceptance) {
        state.withLock { state in
            state.trust = acceptance.trust
            state.chain = acceptance.chain
            state.isStored = acceptance.isStored
            if let fresh = acceptance.fresh { state.fresh = fresh }
        }
        if let fresh = acceptance.fresh { changed(.fresh(fresh)) }
    }

    private func activated(_ version: Int) {
        let wasReady = state.withLock { state in
            defer { state.isReady = true }
            state.isDamaged = false
            return state.isReady
        }
        if !wasReady { changed(.ready(true)) }
        changed(.updated(version: version))
    }
}
