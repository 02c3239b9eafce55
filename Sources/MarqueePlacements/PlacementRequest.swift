public import Foundation
import MarqueeCore
public import MarqueeWire

/// One request for a placement: it fetches the placement's unit, shows it, and ends with exactly one outcome.
///
/// ``Placements/request(_:delegate:)`` makes it. A request that has ended cannot be used again; the next call makes another one. All
/// calls are safe from any thread.
public final class PlacementRequest: Sendable {
    /// The name of the placement in the portal.
    public let placement: String

    struct State {
        var machine = PlacementMachine()
        var surface: SurfaceQueue<SurfaceCall>?
        var hasStoreView = false
        var timers: [PlacementTimer: Task<Void, Never>] = [:]
        /// What runs now, each under a number of its own.
        var tasks: [Int: Task<Void, Never>] = [:]
        var nextTask = 0
        /// Counts what was fetched and stopped: an answer to an earlier fetch is ignored.
        var fetch = 0
        /// What the app buys for a unit, by receipt.
        var purchases: [String: Task<Void, Never>] = [:]
        var hasContent = false
        var outcome: PlacementOutcome?
        /// Whether nothing is left on the surface and the app was told the outcome.
        var isFinished = false
        /// Whether the app called ``cancel()``, also while the outcome was waiting for the surface.
        var isCancelled = false
        /// What the templates may still send.
        var budget = CommandBudget()
        var preloads: [CheckedContinuation<Result<Bool, PlacementError>, Never>] = []
        var presents: [CheckedContinuation<PlacementOutcome, Never>] = []
        /// Runs outside the lock, because it calls the app.
        var afterwards: [@Sendable () -> Void] = []
        weak var delegate: (any PlacementDelegate)?
        /// Hands events over to the delegate; `nil` without one.
        var delegateCalls: SurfaceQueue<DelegateCall>?
    }

    let parts: PlacementParts
    let state = Locked(State())
    private let told = Broadcast<PlacementEvent>(backlog: 100)
    private let ended: @Sendable (PlacementRequest) -> Void

    init(_ placement: String, _ parts: PlacementParts, ended: @escaping @Sendable (PlacementRequest) -> Void) {
        self.placement = placement
        self.parts = parts
        self.ended = ended
    }

    /// Whether the outcome is known.
    public var isEnded: Bool { state.withLock { $0.machine.isDone } }

    /// What happens to the request from now on; ends with the request.
    public func events() -> AsyncStream<PlacementEvent> { told.subscribe() }

    /// Fetches the unit with its template and images, without showing it. The next ``present(on:overlay:)`` shows it without the
    /// network, but for images that could not be had. Without its template the request fails.
    /// - Parameter surface: where the unit will be shown. Only with it does the server learn whether there is a store view, so
    ///   that it may send a unit that needs one.
    ///
    /// If the task is cancelled before the unit is asked for on a screen, so is the request.
    /// - Returns: whether the placement has content now.
    /// - Throws: ``PlacementError``; the request has then ended.
    public func preload(for surface: (any PlacementSurface)? = nil) async throws(PlacementError) -> Bool {
        if let hasStoreView = surface?.hasStoreView {
            state.withLock { if $0.surface == nil { $0.hasStoreView = hasStoreView } }
        }
        let isOnScreen = state.withLock { $0.surface != nil }
        if !isOnScreen, let fault { handle(.refused(fault)) } else { handle(.preloadRequested) }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                let known: Result<Bool, PlacementError>? = state.withLock { state in
                    if let outcome = state.outcome { return outcome.preloadResult }
                    if state.hasContent { return .success(true) }
                    state.preloads.append(caller)
                    return nil
                }
                if let known { caller.resume(returning: known) }
            }
        } onCancel: {
            if state.withLock({ $0.surface == nil }) { cancel() }
        }
        return try result.get()
    }

    /// When the screen is covered.
    public enum Overlay: Sendable, Hashable {
        /// When the unit is about to appear. Until then the person goes on using the app.
        case whenReady
        /// At once.
        case immediately
    }

    /// Shows the unit, and returns when it is gone.
    ///
    /// If the task is cancelled, so is the request. The request fails with ``PlacementError/Code/busy`` while the
    /// surface shows another one, and with ``PlacementError/Code/consentRefused`` without consent, also if the unit was
    /// preloaded.
    /// - Returns: the request's outcome; `failed` with ``PlacementError/Code/busy`` if the request is on screen already, and
    ///   with ``PlacementError/Code/ended`` if it was, neither of which changes it.
    public func present(on surface: any PlacementSurface, overlay: Overlay = .whenReady) async -> PlacementOutcome {
        switch start(on: surface) {
        case .ended(let outcome): return outcome
        case .refused(let error): handle(.refused(error))
        case .begun: handle(.presentRequested(overlaysAtOnce: overlay == .immediately))
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { caller in
                let outcome = state.withLock { state in
                    let known = state.isFinished ? state.outcome : nil
                    if known == nil { state.presents.append(caller) }
                    return known
                }
                if let outcome { caller.resume(returning: outcome) }
            }
        } onCancel: {
            cancel()
        }
    }

    private enum Start {
        case begun
        case ended(PlacementOutcome)
        case refused(PlacementError)
    }

    private func start(on surface: any PlacementSurface) -> Start {
        let hasStoreView = surface.hasStoreView
        return state.withLock { state in
            if let outcome = state.outcome { return .ended(outcome.presentedAgain) }
            guard state.surface == nil else {
                return .ended(.failed(PlacementError(.busy, "the placement \(placement) is on screen already")))
            }
            if let fault { return .refused(fault) }
            guard parts.surfaces.claim(surface, for: self) else {
                return .refused(PlacementError(.busy, "the surface shows another placement"))
            }
            state.hasStoreView = hasStoreView
            state.surface = SurfaceQueue { [weak surface] call in await call.perform(on: surface) }
            state.surface?(.begin(self))
            return .begun
        }
    }

    /// Why the server cannot be asked now; the app does not hear that it is (PLC-039).
    private var fault: PlacementError? {
        guard (1...Placements.maximumName).contains(placement.utf8.count) else {
            return PlacementError(
                .invalidPlacement, "the name of a placement has 1 to \(Placements.maximumName) bytes")
        }
        if case .failure(let error) = parts.client.settings { return error }
        return parts.client.isAllowed() ? nil : PlacementClient.consentRefused
    }

    /// Ends the request at once: nothing stays on screen, and no more events follow.
    public func cancel() {
        state.withLock { $0.isCancelled = true }
        handle(.cancelled)
    }
}

/// What a surface reports.
extension PlacementRequest {
    /// A template has loaded, and waits for its data.
    public func templateLoaded(view: Int) { handle(.templateLoaded(view: view)) }

    /// A template could not be loaded.
    public func templateFailed(view: Int, reason: String) { handle(.templateFailed(view: view, reason: reason)) }

    /// A template sent a message. Unknown and unusable messages are ignored, and so are those above the templates'
    /// budget.
    public func received(_ message: BridgeMessage, view: Int) {
        if allowsMessage() { carryOut(message, view: view) }
    }

    /// Counts a message of a template, before anything of it is read.
    /// - Returns: whether the templates may send it.
    func allowsMessage(bytes: Int = 0) -> Bool {
        state.withLock { $0.budget.allowsOne(bytes: bytes, at: parts.environment.uptime()) }
    }

    func carryOut(_ message: BridgeMessage, view: Int) {
        guard let command = BridgeCommand(message), let settings = try? parts.client.settings.get() else { return }
        let signed = command.keepingSigned(with: settings.secret, gid: parts.gid)
        if signed != command {
            parts.log(.error, .debug, "a unit of \(placement) has items that the server did not sign for this install")
        }
        handle(.commandReceived(signed, view: view))
    }

    /// The person tapped the close button above the unit.
    public func closeButtonTapped() { handle(.closeButtonTapped) }

    /// The screen was turned.
    public func rotated(to orientation: ContentUnit.Orientation) { handle(.rotated(orientation)) }

    /// There is no window for the unit.
    public func surfaceFailed(_ reason: String) {
        handle(.surfaceFailed(PlacementError(.noWindow, reason)))
    }

    /// The system did not open a link, for example because no app has its scheme. The unit is off the screen by then.
    public func linkNotOpened(_ url: URL) {
        parts.log(.error, .debug, "a link of the placement \(placement) could not be opened: \(Log.address(url))")
    }

    func enteredBackground() { handle(.enteredBackground) }

    /// After an opt-out or a refusal: a unit that was preloaded before has addresses with the install's id.
    func dropPreload() { handle(.preloadDropped) }
}

extension PlacementRequest {
    /// Whether the surface can show a product of the store.
    var hasStoreView: Bool { state.withLock { $0.hasStoreView } }

    /// Whether the app is buying something for the unit.
    var isBuying: Bool { state.withLock { !$0.purchases.isEmpty } }

    /// The unit of a template on screen.
    func unit(of view: Int) -> ContentUnit? { state.withLock { $0.machine.views.first { $0.id == view }?.unit } }

    /// - Parameter fetch: the fetch whose answer the input is; ignored if it is not the newest.
    func handle(_ input: PlacementInput, of fetch: Int? = nil) {
        let afterwards: [@Sendable () -> Void] = state.withLock { state in
            guard fetch == nil || fetch == state.fetch else { return [] }
            // Performed under the lock, so that the surface gets its calls in one order, and so does the app.
            for action in state.machine.handle(input, at: parts.environment.uptime()) { perform(action, &state) }
            defer { state.afterwards = [] }
            return state.afterwards
        }
        for call in afterwards { call() }
    }

    private func perform(_ action: PlacementAction, _ state: inout State) {
        switch action {
        case .fetch(let isPreload):
            // What an earlier preload found is over.
            state.hasContent = false
            state.fetch += 1
            start(&state) { [fetch = state.fetch] in await $0.fetch(isPreload: isPreload, number: fetch) }
        case .fetchSubcontent(let parameters, let view, let callback):
            start(&state) { await $0.fetchSubcontent(parameters, view, callback) }
        case .resolveLink(let launch, let view, let callback):
            start(&state) { await $0.resolve(launch, view, callback) }
        case .keepFiles(let unit): start(&state) { await $0.keepFiles(of: unit) }
        case .stopWork:
            state.fetch += 1
            cancelAfterwards(Array(state.tasks.values), &state)
        case .startTimer(let timer, let delay):
            state.timers.removeValue(forKey: timer)?.cancel()
            state.timers[timer] = Task { await self.wait(for: timer, delay) }
        case .stopTimer(let timer): state.timers.removeValue(forKey: timer)?.cancel()
        case .stopAllTimers:
            for task in state.timers.values { task.cancel() }
            state.timers = [:]
        case .startPurchase(let purchase):
            state.purchases[purchase.receipt] = Task { await self.buy(purchase) }
        case .stopPurchase(let receipt):
            if let task = state.purchases.removeValue(forKey: receipt) { cancelAfterwards([task], &state) }
        case .unlock(let rewards):
            // The template hears of its rewards, and the presentation ends, when they are on disk.
            let stored = parts.rewards.unlock(rewards)
            state.surface?(.wait { await stored.value })
        case .ping(let url): parts.ping(url)
        case .tell(let event): tell(event, &state)
        case .endSilently: close(.cancelled, &state)
        default: if let call = SurfaceCall(action) { state.surface?(call) }
        }
    }

    /// What the app does when its task is cancelled runs at once, and may call the SDK.
    private func cancelAfterwards(_ tasks: [Task<Void, Never>], _ state: inout State) {
        state.afterwards.append { for task in tasks { task.cancel() } }
    }

    /// Runs work until it ends or ``PlacementAction/stopWork`` cancels it.
    private func start(_ state: inout State, _ work: @escaping @Sendable (PlacementRequest) async -> Void) {
        let number = state.nextTask
        state.nextTask += 1
        state.tasks[number] = Task {
            await work(self)
            self.state.withLock { $0.tasks[number] = nil }
        }
    }

    private func tell(_ event: PlacementEvent, _ state: inout State) {
        if case .ended(let outcome) = event { return close(outcome, &state) }
        told.send(event)
        if let calls = state.delegateCalls {
            calls(.tell(event))
            // The overlay comes after it (PLC-041).
            if case .willDisplay = event { state.surface?(.wait { await calls.reached() }) }
        }
        guard case .received = event else { return }
        state.hasContent = true
        let callers = state.preloads
        state.preloads = []
        state.afterwards.append { for caller in callers { caller.resume(returning: .success(true)) } }
    }

    /// The app gets the outcome when the surface has performed everything.
    private func close(_ outcome: PlacementOutcome, _ state: inout State) {
        state.outcome = outcome
        let finish: @Sendable () -> Void = { self.finish(outcome) }
        guard let surface = state.surface else { return state.afterwards.append(finish) }
        surface(.end)
        surface(.finish(finish), isLast: true)
    }

    private func finish(_ outcome: PlacementOutcome) {
        parts.surfaces.release(for: self)
        ended(self)
        if outcome != .cancelled { told.send(.ended(outcome)) }
        told.finish()
        let (preloads, presents) = state.withLock { state in
            state.isFinished = true
            state.delegateCalls?(.tell(.ended(outcome)), isLast: true)
            defer { (state.preloads, state.presents, state.delegateCalls) = ([], [], nil) }
            return (state.preloads, state.presents)
        }
        for caller in preloads { caller.resume(returning: outcome.preloadResult) }
        for caller in presents { caller.resume(returning: outcome) }
    }
}

extension PlacementOutcome {
    /// What a preload returns if the request ended with this outcome.
    fileprivate var preloadResult: Result<Bool, PlacementError> {
        if case .failed(let error) = self { .failure(error) } else { .success(false) }
    }

    /// What a presentation returns if the request ended with this outcome before.
    fileprivate var presentedAgain: PlacementOutcome {
        guard case .dismissed = self else { return self }
        return .failed(PlacementError(.ended, "the request was shown already; placements.request makes another one"))
    }
}
