import MarqueeWire

/// One request for a placement, from the first call to its only outcome: events go in, actions come out.
///
/// The machine has no clock. Each event comes with the uptime at which it happened.
struct PlacementMachine: Sendable {
    /// Where the request stands.
    enum Phase: Sendable, Equatable {
        /// Nothing was asked for yet.
        case idle
        /// The server was asked.
        case fetching
        /// A preloaded unit's template and images are being stored.
        case keeping(ContentUnit, until: Duration?)
        /// A preloaded unit waits for its presentation, until this uptime at most.
        case held(ContentUnit, until: Duration?)
        /// Units are on screen.
        case showing
        /// The outcome is known; every later event is ignored.
        case done
    }

    /// One template on the screen.
    struct View: Sendable, Equatable {
        let id: Int
        let unit: ContentUnit
        var isLoaded = false
        /// What the template said last of the close button; timers then no longer show it.
        var hidesCloseButton: Bool?
    }

    /// A purchase that the app has not resolved yet.
    struct PendingPurchase: Sendable, Equatable {
        let view: Int
        let callback: String?
    }

    /// Until the close button appears while a unit is loading.
    static let loadingCloseDelay = Duration.seconds(4)
    /// Until a template that does not load is given up.
    static let templateTimeout = Duration.seconds(10)
    /// Until a purchase that the app does not resolve counts as an error.
    static let purchaseTimeout = Duration.seconds(600)
    /// The most templates on top of each other.
    static let maximumViews = 8

    private(set) var phase = Phase.idle
    /// Whether the unit is to be shown, not only fetched.
    private(set) var isPresenting = false
    /// The templates on screen, the uppermost last.
    var views: [View] = []
    var purchases: [String: PendingPurchase] = [:]
    /// Whether the close button is above the units.
    var hasCloseButton = false
    var orientation: ContentUnit.Orientation
    private var nextView = 1

    init(orientation: ContentUnit.Orientation = .portrait) {
        self.orientation = orientation
    }

    /// Whether the outcome is known.
    var isDone: Bool { phase == .done }

    mutating func handle(_ event: PlacementInput, at now: Duration) -> [PlacementAction] {
        guard phase != .done else { return [] }
        switch event {
        case .preloadRequested: return preload(at: now)
        case .presentRequested(let overlaysAtOnce): return present(overlaysAtOnce, at: now)
        case .answered(let answer): return answered(answer, at: now)
        case .filesKept(let hasTemplate): return filesKept(hasTemplate)
        case .templateLoaded(let view): return templateLoaded(view)
        case .templateFailed(let view, let reason): return templateFailed(view, reason)
        case .commandReceived(let command, let view): return commandReceived(command, from: view)
        case .subcontentAnswered(let answer, let view, let callback):
            return subcontentAnswered(answer, from: view, callback)
        case .linkResolved(let link, let view, let callback): return linkResolved(link, from: view, callback)
        case .purchaseResolved(let receipt, let resolution): return purchaseResolved(receipt, resolution)
        case .timerFired(let timer): return timerFired(timer)
        case .closeButtonTapped: return closeButtonTapped()
        case .enteredBackground: return isPresenting ? end(.dismissed(.background)) : []
        case .rotated(let orientation): return rotated(to: orientation)
        case .preloadDropped: return dropPreload()
        // Also before the presentation: a surface may fail as soon as it begins.
        case .surfaceFailed(let error), .refused(let error): return end(.failed(error))
        case .cancelled: return end(.cancelled)
        }
    }

    // MARK: Asking

    private mutating func preload(at now: Duration) -> [PlacementAction] {
        switch phase {
        case .held(_, let end) where end.map({ $0 <= now }) ?? false: break
        case .idle: break
        default: return []
        }
        phase = .fetching
        return [.fetch(isPreload: true), .tell(.requested)]
    }

    private mutating func present(_ overlaysAtOnce: Bool, at now: Duration) -> [PlacementAction] {
        guard !isPresenting else { return [] }
        isPresenting = true
        if case .held(let unit, let end) = phase, end.map({ now < $0 }) ?? true { return showPreloaded(unit) }
        if case .keeping(let unit, let end) = phase, end.map({ now < $0 }) ?? true {
            return [.tell(.received(unit))] + showPreloaded(unit)
        }
        let waiting: [PlacementAction] =
            (overlaysAtOnce ? [.showOverlay] : []) + [.startTimer(.loading, Self.loadingCloseDelay)]
        guard phase != .fetching else { return waiting }
        phase = .fetching
        return waiting + [.stopWork, .fetch(isPreload: false), .tell(.requested)]
    }

    private mutating func answered(
        _ answer: Result<ContentUnit?, PlacementError>, at now: Duration
    ) -> [PlacementAction] {
        guard phase == .fetching else { return [] }
        switch answer {
        case .failure(let error): return end(.failed(error))
        case .success(nil): return end(.noContent)
        case .success(let unit?):
            guard isPresenting else {
                phase = .keeping(unit, until: unit.validity.map { now + $0 })
                return [.keepFiles(unit)]
            }
            return [.tell(.received(unit))] + show(unit)
        }
    }

    private mutating func filesKept(_ hasTemplate: Bool) -> [PlacementAction] {
        guard case .keeping(let unit, let until) = phase else { return [] }
        guard hasTemplate else { return end(.failed(PlacementError(.templateFailed, "the template cannot be had"))) }
        phase = .held(unit, until: until)
        return [.tell(.received(unit))]
    }

    /// A preloaded unit is not shown, and the server is asked again where the answer is not there yet.
    private mutating func dropPreload() -> [PlacementAction] {
        switch phase {
        case .fetching, .keeping:
            phase = .fetching
            return [.stopWork, .fetch(isPreload: !isPresenting)]
        case .held:
            phase = .idle
            return []
        case .idle, .showing, .done: return []
        }
    }

    // MARK: Showing

    private mutating func show(_ unit: ContentUnit) -> [PlacementAction] {
        guard unit.frame.isUsable else {
            return end(.failed(PlacementError(.noFrame, "the unit has no frame for any orientation")))
        }
        phase = .showing
        return [.tell(.willDisplay(unit)), .showOverlay] + push(unit)
    }

    /// Shows a unit for which nobody has waited yet: its template may take its time.
    private mutating func showPreloaded(_ unit: ContentUnit) -> [PlacementAction] {
        let actions = show(unit)
        return phase == .showing ? actions + [.startTimer(.loading, Self.loadingCloseDelay)] : actions
    }

    /// Puts a template on top of the others.
    mutating func push(_ unit: ContentUnit) -> [PlacementAction] {
        let view = View(id: nextView, unit: unit)
        nextView += 1
        views.append(view)
        return [
            .load(unit, view: view.id, frame: frame(of: unit)),
            .startTimer(.template(view: view.id), Self.templateTimeout),
        ]
    }

    private mutating func templateLoaded(_ id: Int) -> [PlacementAction] {
        guard let index = views.firstIndex(where: { $0.id == id }), !views[index].isLoaded else { return [] }
        views[index].isLoaded = true
        let unit = views[index].unit
        var actions: [PlacementAction] = [.stopTimer(.template(view: id))]
        guard index == 0 else { return actions }
        actions.append(.stopTimer(.loading))
        if !hasCloseButton, closeButtonDecision == nil { actions.append(.startTimer(.closeDelay, unit.closeDelay)) }
        return actions + [.tell(.displayed(unit))]
    }

    /// A template that fails takes those above it along. Without any template left, the request has failed.
    private mutating func templateFailed(_ id: Int, _ reason: String) -> [PlacementAction] {
        guard let index = views.firstIndex(where: { $0.id == id }) else { return [] }
        return index == 0 ? end(.failed(PlacementError(.templateFailed, reason))) : remove(from: index)
    }

    /// Removes the templates from a position on, which is not the first.
    mutating func remove(from index: Int) -> [PlacementAction] {
        let (removed, decision) = (views[index...].map(\.id), closeButtonDecision)
        views.removeSubrange(index...)
        let actions: [PlacementAction] = removed.reversed().flatMap { id in
            giveUpPurchases(of: id) + [.stopTimer(.template(view: id)), .remove(view: id, animated: true)]
        }
        return decision == nil ? actions : actions + restoreCloseButton()
    }

    private mutating func rotated(to orientation: ContentUnit.Orientation) -> [PlacementAction] {
        guard orientation != self.orientation else { return [] }
        self.orientation = orientation
        return views.map { .place(view: $0.id, frame: frame(of: $0.unit)) }
    }

    /// The frame for the orientation, otherwise the other orientation's; `nil` covers the screen.
    private func frame(of unit: ContentUnit) -> ContentUnit.Rectangle? {
        guard case .rectangles(let rectangles) = unit.frame else { return nil }
        return rectangles[orientation] ?? rectangles.values.first
    }

    // MARK: The close button, timers and the end

    private mutating func timerFired(_ timer: PlacementTimer) -> [PlacementAction] {
        switch timer {
        case .loading, .closeDelay:
            return isPresenting && closeButtonDecision == nil ? setCloseButton(true) : []
        case .template(let view):
            guard views.contains(where: { $0.id == view && !$0.isLoaded }) else { return [] }
            return templateFailed(view, "the template did not load within \(Self.templateTimeout)")
        case .purchase(let receipt): return purchaseResolved(receipt, .error)
        }
    }

    private mutating func closeButtonTapped() -> [PlacementAction] {
        guard isPresenting else { return [] }
        let ping = views.last?.unit.closePing.map { [PlacementAction.ping($0)] } ?? []
        return ping + end(.dismissed(.closeButton), animated: false)
    }

    /// The end of everything: nothing is left on the screen, no request runs, and no purchase waits.
    mutating func end(_ outcome: PlacementOutcome, animated: Bool = true) -> [PlacementAction] {
        var actions: [PlacementAction] = [.stopWork]
        if isPresenting {
            actions += views.reversed().flatMap { giveUpPurchases(of: $0.id) }
            actions += views.reversed().map { .remove(view: $0.id, animated: animated && outcome != .cancelled) }
            actions.append(.stopAllTimers)
        }
        views = []
        phase = .done
        actions.append(outcome == .cancelled ? .endSilently : .tell(.ended(outcome)))
        return actions
    }

    /// A purchase whose unit goes away ends as an error: nobody waits for it any more.
    private mutating func giveUpPurchases(of view: Int) -> [PlacementAction] {
        purchases.filter { $0.value.view == view }.keys.sorted().flatMap { purchaseResolved($0, .error) }
    }
}
