import Foundation
import MarqueeCore
import MarqueeWire

extension ContentLibrary {
    /// The refresh under way, or a new one.
    func startRefresh() -> Task<RefreshOutcome, Never> {
        state.withLock { state in
            if let running = state.refresh { return running }
            guard !state.isClosed else { return Task { .failed(RefreshError(.cancelled, "the content is closed")) } }
            let task = Task { [self] in await performRefresh() }
            state.refresh = task
            return task
        }
    }

    private func performRefresh() async -> RefreshOutcome {
        await prove()
        let begin = environment.uptime()
        changed(.downloading(true))
        let meter = DownloadMeter { [changed] in changed(.progress($0)) }
        var outcome: RefreshOutcome
        var active: TrustState.Content?
        repeat {
            replaceDamaged()
            outcome = await self.outcome(meter)
            active = state.withLock { $0.trust.content }
            folder.sweep(keeping: active?.file)
            try? environment.reached(RefreshStep.oldFilesRemoved.point)
        } while !ended(outcome)
        changed(.downloading(false))
        if let error = outcome.error { changed(.failed(error.code, message: error.message)) }
        changed(
            .ended(
                RefreshReport(
                    result: .init(outcome), release: active?.version, bytes: meter.received,
                    duration: environment.uptime() - begin)))
        return outcome
    }

    /// A whole file that the app brought along is there at once, also without a network.
    private func replaceDamaged() {
        guard state.withLock({ $0.isDamaged }) else { return }
        adoptContentFiles()
        if isReady { changed(.ready(true)) }
    }

    /// Lets the next refresh begin, unless this one has to go on: it took for whole what was found damaged meanwhile.
    private func ended(_ outcome: RefreshOutcome) -> Bool {
        state.withLock { state in
            if case .unchanged = outcome, state.isDamaged { return false }
            state.refresh = nil
            return true
        }
    }

    private func outcome(_ meter: DownloadMeter) async -> RefreshOutcome {
        do throws(RefreshError) {
            guard let version = try await runRefresh(meter) else { return .unchanged(bytes: meter.received) }
            return .updated(version: version, bytes: meter.received)
        } catch {
            return .failed(error)
        }
    }

    private func runRefresh(_ meter: DownloadMeter) async throws(RefreshError) -> Int? {
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
