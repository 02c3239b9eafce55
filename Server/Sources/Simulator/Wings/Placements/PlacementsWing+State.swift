import Foundation
import Marquee
import MarqueeCore
import MarqueePlacements
import MarqueeWire

extension PlacementsWing {
    /// The phone's settings for games, and the game of the app in front.
    struct State: Codable, Sendable {
        let network: String
        let atStart: String
        let account: String
        let rewards: String
        let fault: String
        let system: String
        let screen: ScreenSize
        /// None on the home screen, and in an app without placements.
        let game: Game?
        /// None without a game.
        let optOut: String?

        init(_ moment: DeviceMoment) {
            let games = moment.device.surroundings.games
            network = moment.device.network.mode.rawValue
            (atStart, account, rewards) = (games.start.rawValue, games.account.rawValue, games.rewards.rawValue)
            (fault, system, screen) = (games.fault.rawValue, games.profile.rawValue, games.screen)
            game = moment.app?.game.map { Game($0, games.screen.layout) }
            optOut = moment.app?.game.map { OptOutChoice($0.isOptedOut).rawValue }
        }
    }

    /// The sample game.
    struct Game: Codable, Sendable {
        let install: String
        let isTestDevice: Bool
        let customID: String
        let plugin: String
        let opens: Int
        let lastOpen: String
        let level: Int
        /// On the cairn of this level.
        let stones: Int
        let isSoundOn: Bool
        /// What the badge on More Games shows; empty for nothing.
        let badge: String
        let purse: [Amount]
        let shelf: [Product]
        let sheet: LabStore.Sheet?
        /// Purchases that wait for a parent.
        let pending: Int
        /// Reports of purchases that wait, and that the server has.
        let waitingReports: Int
        let sentReports: Int
        let waitingRewards: Int
        let isHoldingReward: Bool
        let deliveries: [SampleGame.Delivery]
        let runs: [PlacementRun]
        let message: String
        let opened: String
        let stages: [Stage]

        init(_ game: SampleGame, _ layout: SurfaceLayout) {
            let screen = game.screen
            install = game.install
            (isTestDevice, customID, plugin) = (screen.isTestDevice, screen.customID, screen.plugin)
            (opens, lastOpen) = (screen.opens, screen.lastOpen)
            level = screen.stones / SampleGame.stonesOfLevel + 1
            stones = screen.stones % SampleGame.stonesOfLevel
            isSoundOn = screen.shown.isEmpty
            badge = BadgeRenderers().drawing(game.badge.content) { Double($0.count) * 10 }.text
            purse = screen.purse.amounts.sorted { $0.key < $1.key }.prefix(Amount.most).map(Amount.init)
            shelf = LabStore.shelf.map { Product(id: $0, price: LabStore.text($0)) }
            (sheet, pending) = (game.store.sheet, game.store.pendingCount)
            let reports = game.purchaseCounts
            (waitingReports, sentReports) = (reports?.notPosted ?? 0, reports?.posted ?? 0)
            (waitingRewards, isHoldingReward) = (game.waitingRewards, screen.isHoldingReward)
            (deliveries, runs) = (screen.deliveries, screen.runs)
            (message, opened) = (screen.message, screen.opened)
            stages = game.stages.map { Stage($0, layout) }
        }
    }

    /// So many of something in the purse.
    struct Amount: Codable, Sendable {
        /// The most kinds of things that are shown.
        static let most = 20
        let name: String
        let amount: Int64

        init(_ entry: (key: String, value: Int64)) {
            (name, amount) = (String(entry.key.prefix(100)), entry.value)
        }
    }

    /// A product on the shop's shelf.
    struct Product: Codable, Sendable {
        let id: String
        /// Empty for a product that the store does not know.
        let price: String
    }

    /// The screen of one request.
    struct Stage: Codable, Sendable {
        let token: String
        let hasOverlay: Bool
        /// None while the close button is hidden.
        let closeButton: Place?
        let views: [View]

        init(_ stage: UnitStage, _ layout: SurfaceLayout) {
            let content = stage.content
            token = stage.token
            hasOverlay = content.hasOverlay
            let top = content.views.last.map { layout.place($0.frame) }
            closeButton = content.hasCloseButton ? Place(layout.closeButton(on: top)) : nil
            views = content.views.map { View($0, layout) }
        }
    }

    /// A template on the screen.
    struct View: Codable, Sendable {
        let view: Int
        /// On the content's origin.
        let path: String
        let transition: String
        let place: Place
        /// The answers that the template has not got yet.
        let answers: [Answer]

        init(_ view: UnitStage.View, _ layout: SurfaceLayout) {
            self.view = view.page.view
            path = view.page.address.absoluteString
            transition = view.transition.rawValue
            place = Place(layout.place(view.frame))
            answers = view.answers.map {
                Answer(
                    number: $0.number, version: BridgeAnswer.protocolVersion,
                    arguments: view.page.arguments(of: $0.answer))
            }
        }
    }

    /// The arguments of a template's function for answers, as JSON.
    struct Answer: Codable, Sendable {
        let number: Int
        let version: Int
        let arguments: String
    }

    /// In points of the phone's screen.
    struct Place: Codable, Sendable {
        let x, y, width, height: Double

        init(_ rectangle: ContentUnit.Rectangle) {
            (x, y, width, height) = (rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        }
    }
}
