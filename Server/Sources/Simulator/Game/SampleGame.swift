import Foundation
import Marquee
import MarqueeCore
import MarqueePlacements
import MarqueeHub
import Synchronization

/// The sample game in an app of the lab: it builds cairns of stones, and uses placements as `Examples/Cairns` does.
///
/// It exists in apps whose configuration has a secret for placements.
final class SampleGame: Sendable {
    /// The tags of its placements.
    enum Place {
        static let launch = "launch"
        static let levelEnd = "level_end"
        static let moreGames = "more_games"
    }

    /// Five stones are a level.
    static let stonesOfLevel = 5
    private static let mostRuns = 30
    private static let mostDeliveries = 20
    /// The most requests that are on their way or on the screen.
    static let mostStages = 8

    /// A reward that the SDK delivered.
    struct Delivery: Codable, Sendable, Equatable {
        let name: String
        let quantity: Int64
        /// The first characters of the receipt.
        let receipt: String
        /// Whether it was put into the purse; the same receipt is put there once.
        let isNew: Bool
    }

    /// What the screen shows.
    struct Screen: Sendable {
        var purse = Purse()
        var stones = 0
        /// The newest first.
        var runs: [PlacementRun] = []
        var deliveries: [Delivery] = []
        var opens = 0
        /// What the last open came to.
        var lastOpen = ""
        var message = ""
        /// The address or product that left the app last.
        var opened = ""
        /// The units on the screen, for which the game is silent.
        var shown: Set<Int> = []
        var isTestDevice = false
        var isHoldingReward = false
        var customID = ""
        var plugin = ""
    }

    private struct State {
        var screen = Screen()
        var stages: [(number: Int, stage: UnitStage)] = []
        var lastRun = 0
        var isStarted = false
        var isInFront = true
        var isDead = false
        /// Waits for purchases as long as the process runs.
        var handingOver: Task<Void, Never>?
    }

    let store: LabStore
    let settings: GameSettings
    private let placements: Placements
    private let file: PurseFile
    private let state: Mutex<State>
    private let hold = AwaitedAnswer()
    private let shop: PlacementShop
    private let changed: @Sendable () -> Void
    private let note: @Sendable (_ title: String, _ detail: String, _ isGood: Bool) -> Void

    /// - Parameters:
    ///   - folder: the app's own, for the purse.
    ///   - changed: called when the screen looks different.
    ///   - note: writes into the phone's feed.
    init(
        _ placements: Placements, store: LabStore, settings: GameSettings, folder: URL,
        changed: @escaping @Sendable () -> Void, note: @escaping @Sendable (String, String, Bool) -> Void
    ) {
        self.placements = placements
        self.store = store
        self.settings = settings
        self.changed = changed
        self.note = note
        file = PurseFile(in: folder)
        var screen = Screen()
        screen.purse = file.read()
        state = Mutex(State(screen: screen))
        let goods = Goods()
        shop = PlacementShop(placements, store: store) { try await goods.put($0) }
        goods.handOver = { [weak self] bought in
            try self?.put(Int64(bought.quantity), of: bought.product, receipt: bought.transaction)
        }
        placements.setPurchaseHandler { [shop] in try await shop.buy($0.product, quantity: Int($0.quantity)) }
        placements.setRewardHandler { [weak self] in try await self?.take($0) }
        let handingOver = Task { [shop] in await shop.handOverWaiting() }
        state.withLock { $0.handingOver = handingOver }
    }

    deinit {
        state.withLock { $0.handingOver }?.cancel()
    }

    var screen: Screen { state.withLock { $0.screen } }
    var isStarted: Bool { state.withLock { $0.isStarted } }
    var badge: Badge { placements.badge(Place.moreGames) }
    var install: String { placements.gid }

    /// The stages of the requests that are not over, the oldest first.
    var stages: [UnitStage] { state.withLock { $0.stages.map(\.stage) } }
}

/// The game's life.
extension SampleGame {
    /// The game was started, and the server knows its phone or not.
    func start(isTestDevice: Bool) {
        let isFirst = state.withLock { state in
            state.screen.isTestDevice = isTestDevice
            defer { state.isStarted = true }
            return !state.isStarted
        }
        guard isFirst else { return }
        badge.setVisible(true)
        Task {
            await open()
            if settings.start == .launch { try? present(Place.launch) }
        }
    }

    /// The game came back to the screen: that is an open too.
    func enteredForeground() {
        let isOpen = state.withLock { state in
            defer { state.isInFront = true }
            return state.isStarted && !state.isInFront
        }
        guard isOpen else { return }
        badge.setVisible(true)
        Task { await open() }
    }

    func enteredBackground() {
        state.withLock { $0.isInFront = false }
        badge.setVisible(false)
    }

    /// The process was killed: what it waits for ends without a trace.
    func abandon() {
        let stages = state.withLock { state in
            state.isDead = true
            defer { state.stages = [] }
            return state.stages
        }
        placements.setRewardHandler(nil)
        placements.setPurchaseHandler(nil)
        hold.answer(false)
        store.abandon()
        placements.cancelAll()
        withExtendedLifetime(stages) {}
    }

    /// Reports an open, and then has the badge ready.
    func open() async {
        var result = "reported"
        do { try await placements.open() } catch { result = error.message }
        set { screen in
            screen.opens += 1
            screen.lastOpen = result
        }
        await badge.refresh()
        changed()
    }

    /// Puts a stone; the last one of a level shows the placement `level_end`.
    func putStone() throws {
        let stones = state.withLock { state in
            state.screen.stones += 1
            return state.screen.stones
        }
        changed()
        if stones.isMultiple(of: Self.stonesOfLevel) { try present(Place.levelEnd) }
    }
}

/// Requests for placements.
extension SampleGame {
    /// Asks for a placement's unit without showing it.
    func preload(_ placement: String) {
        let number = begin(placement, .preload)
        Task {
            do throws(PlacementError) {
                let hasContent = try await placements.request(placement).preload()
                update(number) { run in
                    run.steps = ["requested"] + (hasContent ? ["received"] : [])
                    run.outcome = hasContent ? "ready" : "no content"
                }
            } catch {
                update(number) { $0.fail(error) }
            }
        }
    }

    /// Shows a placement, with the game silent and still meanwhile.
    /// - Throws: `refused` when too many requests run.
    func present(_ placement: String, overlay: PlacementRequest.Overlay = .whenReady) throws {
        guard stages.count < Self.mostStages else {
            throw LabError(.refused, "at most \(Self.mostStages) requests run at once; close or cancel one")
        }
        let request = placements.request(placement)
        let number = begin(placement, .present)
        let stage = UnitStage(
            hasStoreView: settings.profile.hasStoreView,
            opened: { [weak self] url, product in self?.left(for: url, product) },
            changed: { [weak self] in self?.changed() })
        state.withLock { $0.stages.append((number, stage)) }
        let events = request.events()
        let watch = Task {
            for await event in events { happened(event, number, placement) }
        }
        Task {
            let outcome = await request.present(on: stage, overlay: overlay)
            // The events of a request that is busy are those of the one on screen.
            if case .failed(let error) = outcome, error.code == .busy { watch.cancel() }
            await watch.value
            state.withLock { state in
                state.stages.removeAll { $0.number == number }
                state.screen.shown.remove(number)
            }
            update(number) { $0.end(outcome) }
        }
    }

    func cancel(_ placement: String) {
        // A request that is not under way is made and ended at once, which changes nothing.
        placements.request(placement).cancel()
    }

    private func happened(_ event: PlacementEvent, _ number: Int, _ placement: String) {
        if case .willDisplay = event { state.withLock { _ = $0.screen.shown.insert(number) } }
        if case .displayed = event, placement == Place.moreGames { badge.clear() }
        if let step = PlacementRun.step(event) { update(number) { $0.steps.append(step) } }
    }

    private func left(for url: URL, _ product: String?) {
        let what = product.map { "The store shows \($0)" } ?? "Opened in the browser: \(url.absoluteString.prefix(300))"
        set { $0.opened = what }
        note("left the app", what, true)
    }

    private func begin(_ placement: String, _ kind: PlacementRun.Kind) -> Int {
        let number = state.withLock { state in
            state.lastRun += 1
            state.screen.runs.insert(PlacementRun(state.lastRun, placement, kind), at: 0)
            state.screen.runs = Array(state.screen.runs.prefix(Self.mostRuns))
            (state.screen.opened, state.screen.message) = ("", "")
            return state.lastRun
        }
        changed()
        return number
    }

    private func update(_ number: Int, _ change: (inout PlacementRun) -> Void) {
        let ended: PlacementRun? = state.withLock { state in
            guard !state.isDead, let index = state.screen.runs.firstIndex(where: { $0.number == number }) else {
                return nil
            }
            change(&state.screen.runs[index])
            let run = state.screen.runs[index]
            return run.outcome == nil ? nil : run
        }
        changed()
        guard let ended else { return }
        note("\(ended.kind.rawValue) \(ended.placement)", Self.sentence(ended), ended.isGood)
    }

    private static func sentence(_ run: PlacementRun) -> String {
        let outcome = run.outcome ?? ""
        return run.reason.isEmpty ? outcome : "\(outcome): \(run.reason)"
    }
}

/// Rewards, purchases and what the server knows of the player.
extension SampleGame {
    /// The tester acknowledges a held reward.
    func acknowledge() { hold.answer(true) }

    /// Buys without a unit.
    func buy(_ product: String, quantity: Int) {
        Task {
            do throws(PlacementError) {
                let resolution = try await shop.buy(product, quantity: quantity)
                set { $0.message = "\(product): \(resolution.rawValue)" }
            } catch {
                set { $0.message = error.message }
            }
        }
    }

    var isOptedOut: Bool { placements.isOptedOut }

    func setOptedOut(_ isOptedOut: Bool) throws {
        try placements.setOptedOut(isOptedOut)
        changed()
    }

    func setCustomID(_ id: String) {
        placements.setCustomID(id.isEmpty ? nil : id)
        set { $0.customID = id }
    }

    func setPlugin(_ id: String) {
        placements.setPluginIdentifier(id.isEmpty ? nil : id)
        set { $0.plugin = id }
    }

    var waitingRewards: Int { (try? placements.waitingRewards()) ?? 0 }
    var purchaseCounts: OutboxCounts? { try? placements.purchaseCounts() }

    private func take(_ reward: PlacementReward) async throws {
        let isNew = try put(reward.quantity, of: reward.name, receipt: reward.receipt)
        let delivery = Delivery(
            name: String(reward.name.prefix(100)), quantity: reward.quantity, receipt: String(reward.receipt.prefix(8)),
            isNew: isNew)
        set { screen in
            screen.deliveries.insert(delivery, at: 0)
            screen.deliveries = Array(screen.deliveries.prefix(Self.mostDeliveries))
        }
        note("reward", "\(delivery.quantity) × \(delivery.name)", isNew)
        guard settings.rewards == .held else { return }
        let isAcknowledged = await hold.wait { set { $0.isHoldingReward = true } }
        set { $0.isHoldingReward = false }
        guard isAcknowledged else { throw CancellationError() }
    }

    @discardableResult
    private func put(_ quantity: Int64, of name: String, receipt: String) throws -> Bool {
        let isNew = try state.withLock { state in
            guard !state.isDead else { throw CancellationError() }
            var purse = state.screen.purse
            let isNew = purse.put(quantity, of: name, receipt: receipt)
            try file.write(purse)
            state.screen.purse = purse
            return isNew
        }
        changed()
        return isNew
    }

    private func set(_ change: (inout Screen) -> Void) {
        state.withLock { state in if !state.isDead { change(&state.screen) } }
        changed()
    }
}

/// Lets the shop be made before the game that its goods go to.
private final class Goods: Sendable {
    private let handler = Mutex<(@Sendable (StorePurchase.Bought) throws -> Void)?>(nil)

    var handOver: (@Sendable (StorePurchase.Bought) throws -> Void)? {
        get { handler.withLock { $0 } }
        set { handler.withLock { $0 = newValue } }
    }

    func put(_ bought: StorePurchase.Bought) async throws { try handOver?(bought) }
}
