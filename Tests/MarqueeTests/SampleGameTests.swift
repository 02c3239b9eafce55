import Foundation
import Marquee
import MarqueeCore
import MarqueePlacements
import MarqueeTesting
import MarqueeWire
import Testing

@testable import GameParts

/// The sample game without its screens, against a placements server in memory (PLC-019, PLC-021, PLC-056, PLC-075, PLC-100).
@MainActor @Suite struct SampleGameTests {
    private nonisolated static let secret = "haven1"

    /// Answers each content request with a unit that closes itself, and badges with 3.
    private final class Server: Sendable {
        let asked = Locked<[[String: String]]>([])
        let hasContent = Locked(true)
        /// While it is false, badges get no answer.
        let answersBadges = Locked(true)

        var transport: FakeTransport {
            FakeTransport { [self] request throws(TransportError) in
                let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
                var values = Dictionary(items.map { ($0.name, $0.value ?? "") }) { $1 }
                guard let nonce = values["nonce"] else {
                    return TransportResponse(
                        status: 200, headers: ["Content-Type": "text/html"], body: Data("<p>".utf8))
                }
                values["path"] = request.url.path()
                asked.withLock { [values] in $0.append(values) }
                if values["metadata"] != nil {
                    while !answersBadges.withLock({ $0 }) { await Task.yield() }
                }
                let body = PlacementAnswer.success(answer(values)).bytes
                let digest = PlacementSecret(SampleGameTests.secret)?.digest(of: body, nonce: nonce) ?? ""
                return TransportResponse(status: 200, headers: ["X-PH-DIGEST": digest], body: body)
            }
        }

        private func answer(_ values: [String: String]) -> JSONValue? {
            if values["metadata"] != nil {
                return .record(["notification": .record(["type": .text("badge"), "value": .text("3")])])
            }
            guard values["placement_id"] != nil, hasContent.withLock({ $0 }) else { return nil }
            return .record([
                "url": .text("https://media.example/unit.html"), "transition": .text("PH_MODAL"),
                "frame": .text("PH_FULLSCREEN"), "context": .record([:]),
            ])
        }

        func count(_ path: String) -> Int { asked.withLock { all in all.filter { $0["path"] == path }.count } }
    }

    /// Loads each template at once, and leaves the rest to the test.
    private final class Screen: PlacementSurface {
        let hasStoreView = true
        private let state = Locked<PlacementRequest?>(nil)

        var request: PlacementRequest? { state.withLock { $0 } }

        func begin(_ request: PlacementRequest) async { state.withLock { $0 = request } }
        func load(_ unit: ContentUnit, view: Int, frame: ContentUnit.Rectangle?) async {
            request?.templateLoaded(view: view)
        }
        func showOverlay() async {}
        func place(view: Int, frame: ContentUnit.Rectangle?) async {}
        func remove(view: Int, animated: Bool) async {}
        func showCloseButton(_ isVisible: Bool) async {}
        func answer(_ answer: BridgeAnswer, view: Int) async {}
        func open(_ url: URL, product: String?) async {}
        func end() async { state.withLock { $0 = nil } }
    }

    /// The simulated store of the sample: knows the stones alone.
    private struct Shelf: PurchasingStore {
        func price(of product: String) async -> PurchaseReport.Price? {
            product == "stones" ? .init(1, "EUR") : nil
        }

        func buy(_ product: String, quantity: Int) async -> StorePurchase {
            .bought(.init(product, quantity: quantity, transaction: "t1", receipt: Data("jws".utf8)) {})
        }

        func waiting() -> AsyncStream<StorePurchase.Bought> { AsyncStream { $0.finish() } }
    }

    private let folder: TemporaryFolder
    private let server = Server()

    init() throws { folder = try TemporaryFolder() }

    private func start() throws -> (Marquee, Game) {
        let environment = Environment(folder: folder.url, transport: server.transport, clock: ManualClock())
        let service = try #require(URL(string: "https://play.example/v1/apps/game/main"))
        let marquee = try Marquee(
            configuration: Configuration(
                service: service,
                settings: [.placementsToken: .text("token"), .placementsSecret: .secret(Secret(Self.secret))]),
            environment: environment)
        let file = PurseFile(url: folder.url.appending(path: "purse.json"))
        return (marquee, try Game(marquee, store: Shelf(), file: file))
    }

    @Test func `an open is reported at launch and at each return, and at nothing else`() async throws {
        let (marquee, game) = try start()
        for phase in [OpenTimes.Phase.active, .inactive, .active, .background, .inactive, .active, .background] {
            await game.entered(phase)
        }
        #expect(server.count("/v3/publisher/open/") == 2)
        #expect(server.asked.withLock { $0.contains { $0["preload"] == "1" && $0["placement_id"] == "level_end" } })
        await marquee.close()
        var launchedInBackground = OpenTimes()
        let opens = [launchedInBackground.entered(.background), launchedInBackground.entered(.active)]
        #expect(opens == [false, true])
    }

    @Test func `sound and animation stop while a unit is on screen, and start again once`() async throws {
        let (marquee, game) = try start()
        let screen = Screen()
        var sounds: [Bool] = []
        game.changed = { if sounds.last != $0.isSoundOn { sounds.append($0.isSoundOn) } }
        let shown = Task { await game.show(Game.Place.launch, on: screen) }
        let isStopped = await eventually { @MainActor in !game.state.isSoundOn && !game.state.isAnimated }
        #expect(isStopped)
        await marquee.enteredBackground()
        await shown.value
        #expect(game.state.isSoundOn && game.state.isAnimated)
        #expect(sounds == [false, true])
        server.hasContent.withLock { $0 = false }
        await game.show("nothing", on: screen)
        #expect(sounds == [false, true])
        #expect(game.state.message == "nothing to show now")
        await marquee.close()
    }

    @Test func `a unit that fails on the screen gives sound and animation back`() async throws {
        let (marquee, game) = try start()
        let screen = Screen()
        var sounds: [Bool] = []
        game.changed = { if sounds.last != $0.isSoundOn { sounds.append($0.isSoundOn) } }
        let shown = Task { await game.show(Game.Place.launch, on: screen) }
        let isStopped = await eventually { @MainActor in !game.state.isSoundOn && !game.state.isAnimated }
        #expect(isStopped)
        screen.request?.templateFailed(view: 1, reason: "its process ended")
        await shown.value
        #expect(game.state.isSoundOn && game.state.isAnimated)
        #expect(sounds == [false, true])
        await marquee.close()
    }

    @Test func `the unit of each level's end is preloaded, not only the first`() async throws {
        let (marquee, game) = try start()
        await game.entered(.active)
        let screen = Screen()
        for level in 1...2 {
            let shown = Task { await game.show(Game.Place.levelEnd, on: screen) }
            #expect(await eventually { @MainActor in !game.state.isSoundOn })
            screen.request?.closeButtonTapped()
            await shown.value
            let asked = server.asked.withLock { $0.filter { $0["placement_id"] == Game.Place.levelEnd } }
            #expect(asked.map { $0["preload"] } == Array(repeating: "1", count: level + 1))
        }
        await marquee.close()
    }

    // PLC-090
    @Test func `the badge is empty once its unit was on screen, and stays without one`() async throws {
        let (marquee, game) = try start()
        let (screen, three) = (Screen(), BadgeData(type: "badge", value: "3"))
        await game.badge.refresh()
        server.hasContent.withLock { $0 = false }
        await game.show(Game.Place.moreGames, on: screen)
        #expect(game.badge.content == three)
        server.hasContent.withLock { $0 = true }
        let shown = Task { await game.show(Game.Place.moreGames, on: screen) }
        let isEmpty = await eventually { @MainActor in game.badge.content == nil }
        #expect(isEmpty)
        screen.request?.closeButtonTapped()
        await shown.value
        #expect(game.badge.content == nil)
        await marquee.close()
    }

    @Test func `of two units that overlap, the last one starts sound and animation`() {
        var stage = Stage()
        let stops = [stage.willShow("a"), stage.willShow("b")]
        let starts = ["a", "a", "b", "b"].map { stage.isGone($0) }
        #expect(stops == [true, false])
        #expect(starts == [false, false, true, false])
    }

    @Test func `the opt-out switch shows what the SDK says, also after the next launch`() async throws {
        let (first, game) = try start()
        #expect(!game.state.isOptedOut)
        game.setOptedOut(true)
        #expect(game.state.isOptedOut)
        await first.close()
        let (second, again) = try start()
        #expect(again.state.isOptedOut)
        #expect(second.placements.isOptedOut)
        again.setOptedOut(false)
        #expect(!second.placements.isOptedOut)
        await second.close()
    }

    /// What `marqueeBadge(_:)` does, which SwiftUI cancels when the screen disappears.
    @Test func `three quick appearances of the badge's screen ask the server once`() async throws {
        let (marquee, game) = try start()
        server.answersBadges.withLock { $0 = false }
        let appearances = (0..<3).map { _ in Task { await game.badge.refresh() } }
        for _ in 0..<100 { await Task.yield() }
        for appearance in appearances.dropLast() { appearance.cancel() }
        #expect(await eventually { server.asked.withLock { !$0.isEmpty } })
        server.answersBadges.withLock { $0 = true }
        for appearance in appearances { await appearance.value }
        #expect(server.asked.withLock { $0.filter { $0["metadata"] == "1" }.count } == 1)
        #expect(game.badge.content == BadgeData(type: "badge", value: "3"))
        await marquee.close()
    }

    @Test func `the shop looks a product up, and reports an unknown one as an error`() async throws {
        let (marquee, game) = try start()
        await game.buy("stones")
        #expect(game.state.purse.amounts == ["stones": 1])
        #expect(game.state.message == "stones: buy")
        await game.buy("unknown")
        #expect(game.state.message == "unknown: error")
        await marquee.close()
        let (second, again) = try start()
        #expect(again.state.purse.amounts == ["stones": 1])
        await again.buy("stones")
        // The same transaction once more is not put into the purse again.
        #expect(again.state.purse.amounts == ["stones": 1])
        await second.close()
    }
}
