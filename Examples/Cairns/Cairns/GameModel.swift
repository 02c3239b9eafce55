import Foundation
import Marquee
import MarqueeUI
import SwiftUI

/// What the screens draw and call; all decisions are in ``Game``.
@MainActor
final class GameModel: ObservableObject {
    @Published private(set) var state = Game.State()
    /// The stones that the player has put on each other.
    @Published private(set) var stones = 0
    /// Why the game could not start.
    @Published private(set) var problem = ""
    @Published private(set) var game: Game?
    private var watch: NetworkWatch?

    nonisolated init() {}

    func start() async {
        // There is no hub that asks for time to send when the game leaves the screen.
        BackgroundTime.askUIKit()
        do {
            let marquee = try await Marquee.start()
            let folder = try FileManager.default.url(
                for: .documentDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
            let file = PurseFile(url: folder.appending(path: "purse.json"))
            let game = try Game(marquee, store: StoreKitStore(), file: file)
            game.changed = { [weak self] in self?.state = $0 }
            (self.game, state) = (game, game.state)
            watch = NetworkWatch(of: marquee.core, placements: marquee.placements)
            marquee.placements.setScreen(.current)
            await game.entered(.active)
            await game.show(Game.Place.launch, on: PlacementScreen())
        } catch {
            problem = error.localizedDescription
        }
    }

    func entered(_ phase: ScenePhase) {
        guard let game else { return }
        Task {
            switch phase {
            case .active: await game.entered(.active)
            case .background: await game.entered(.background)
            default: await game.entered(.inactive)
            }
        }
    }

    /// Five stones are a level; its unit was preloaded.
    func putStone() {
        stones += 1
        if stones.isMultiple(of: 5) { show(Game.Place.levelEnd) }
    }

    /// On a screen of its own, because another unit may still be loading.
    func show(_ placement: String) {
        Task { await game?.show(placement, on: PlacementScreen()) }
    }

    func buy(_ product: String) {
        Task { await game?.buy(product) }
    }
}
