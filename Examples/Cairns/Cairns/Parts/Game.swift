import Foundation
import Marquee

/// The game without its screens: what it tells the SDK, and what it hears of the SDK.
@MainActor
final class Game {
    /// The names of the placements in the portal.
    enum Place {
        static let launch = "launch"
        static let levelEnd = "level_end"
        static let moreGames = "more_games"
    }

    /// What the screens draw.
    struct State: Sendable, Equatable {
        var purse = Purse()
        var isSoundOn = true
        var isAnimated = true
        var isOptedOut = false
        /// What the last call came to.
        var message = ""
    }

    private(set) var state = State() { didSet { changed(state) } }
    /// Called after each change of ``state``.
    var changed: @MainActor (State) -> Void = { _ in }
    /// The badge on the button More Games.
    let badge: Badge

    private let placements: Placements
    private let file: PurseFile
    private var times = OpenTimes()
    private var stage = Stage()
    private var shop: PlacementShop?

    init(_ marquee: Marquee, store: any PurchasingStore, file: PurseFile) throws {
        placements = marquee.placements
        badge = placements.badge(Place.moreGames)
        self.file = file
        state.purse = try file.read()
        state.isOptedOut = placements.isOptedOut
        let shop = PlacementShop(placements, store: store) { [weak self] bought in
            guard let self else { throw CancellationError() }
            try await put(Int64(bought.quantity), of: bought.product, receipt: bought.transaction)
        }
        self.shop = shop
        placements.setRewardHandler { [weak self] reward in
            guard let self else { throw CancellationError() }
            try await put(reward.quantity, of: reward.name, receipt: reward.receipt)
        }
        placements.setPurchaseHandler { try await shop.buy($0.product, quantity: Int($0.quantity)) }
        Task { await shop.handOverWaiting() }
    }

    /// The game came in front, or left: opens, and the next level's unit before it is needed.
    func entered(_ phase: OpenTimes.Phase) async {
        guard times.entered(phase) else { return }
        do {
            try await placements.open()
            try await prepareLevelEnd()
        } catch {
            state.message = error.localizedDescription
        }
    }

    /// A preload is for one presentation.
    private func prepareLevelEnd() async throws { _ = try await placements.request(Place.levelEnd).preload() }

    /// Shows a placement, preloaded or not, with the game silent and still meanwhile.
    func show(_ placement: String, on surface: any PlacementSurface) async {
        let request = placements.request(placement)
        let events = request.events()
        let watch = Task {
            for await event in events {
                if case .willDisplay = event { stop(for: placement) }
                if case .displayed = event, placement == Place.moreGames { badge.clear() }
            }
        }
        let outcome = await request.present(on: surface)
        await watch.value
        if stage.isGone(placement) { (state.isSoundOn, state.isAnimated) = (true, true) }
        state.message = Self.sentence(outcome)
        // A unit that left with the app is asked for again at the return. Without a preload, the next one is asked for when
        // it is shown.
        if placement == Place.levelEnd, outcome != .dismissed(.background) { try? await prepareLevelEnd() }
    }

    /// The player buys something without a unit.
    func buy(_ product: String) async {
        do {
            state.message = "\(product): \(try await shop?.buy(product).rawValue ?? "")"
        } catch {
            state.message = error.localizedDescription
        }
    }

    func setOptedOut(_ isOptedOut: Bool) {
        do { try placements.setOptedOut(isOptedOut) } catch { state.message = error.localizedDescription }
        // What the SDK says is what the switch shows.
        state.isOptedOut = placements.isOptedOut
    }

    private func put(_ quantity: Int64, of name: String, receipt: String) throws {
        var purse = state.purse
        purse.put(quantity, of: name, receipt: receipt)
        try file.write(purse)
        state.purse = purse
    }

    private func stop(for placement: String) {
        if stage.willShow(placement) { (state.isSoundOn, state.isAnimated) = (false, false) }
    }

    private static func sentence(_ outcome: PlacementOutcome) -> String {
        switch outcome {
        case .dismissed(let reason): "closed: \(reason)"
        case .noContent: "nothing to show now"
        case .failed(let error): error.message
        case .cancelled: "cancelled"
        }
    }
}
