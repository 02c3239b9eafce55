import Foundation
import HTTPTypes
import Marquee
import MarqueeCore
import MarqueePlacements
import MarqueeTesting
import MarqueeWire
import Testing

@testable import Simulator

/// PLC-078, PLC-105, PLC-132: the Placements tab's commands on a phone with the sample game.
@Suite(.timeLimit(.minutes(10))) struct PlacementsWingTests {
    private let server = GameServer()
    private let fixture: LabFixture

    init() throws {
        fixture = try LabFixture(game: server)
    }

    private func game(_ phone: String) throws -> PlacementsWing.Game {
        try #require(try fixture.state(phone).placements.game)
    }

    /// Waits until the game is in a state.
    @discardableResult
    private func game(
        _ phone: String, _ isMet: @escaping @Sendable (PlacementsWing.Game) -> Bool
    ) async throws -> PlacementsWing.Game {
        let fixture = fixture
        try #require(
            await eventually { (try? fixture.state(phone).placements.game).flatMap { $0 }.map(isMet) == true },
            "\(String(describing: try? game(phone)))")
        return try game(phone)
    }

    /// A phone whose game has reported its first open.
    private func phone() async throws -> String {
        let phone = try await fixture.phone()
        try await game(phone) { $0.opens == 1 }
        return phone
    }

    /// Presents a placement and loads its template, as a browser does.
    @discardableResult
    private func show(_ phone: String, _ placement: String) async throws -> PlacementsWing.Stage {
        try await fixture.command(phone, "placements.present", ["tag": placement])
        let stage = try #require(try await game(phone) { $0.stages.last?.views.isEmpty == false }.stages.last)
        let view = try #require(stage.views.last)
        _ = try await fixture.page(view.path)
        try await fixture.command(phone, "placements.loaded", ["stage": stage.token, "view": view.view])
        return stage
    }

    private func message(_ phone: String, _ stage: PlacementsWing.Stage, _ text: String, view: Int = 1) async throws {
        try await fixture.command(
            phone, "placements.message", ["stage": stage.token, "view": view, "text": text])
    }

    private func outcome(_ phone: String) async throws -> PlacementRun {
        try #require(try await game(phone) { $0.runs.first?.outcome != nil }.runs.first)
    }

    @Test func `a phone registers itself before its first request, and a removed one is forgotten`() async throws {
        let phone = try await phone()
        let state = try game(phone)
        #expect(state.isTestDevice)
        #expect(server.testDevices.withLock { $0 } == [state.install])
        #expect(server.asked("open").first?["gid"] == state.install)
        _ = try await fixture.send(.delete, "/lab/api/devices/\(phone)")
        #expect(server.testDevices.withLock(\.isEmpty))
    }

    @Test func `the page never gets the secret`() async throws {
        let phone = try await phone()
        server.show("level_end")
        try await show(phone, "level_end")
        let state = try JSONEncoder().encode(fixture.lab.state(of: fixture.lab.device(phone)))
        #expect(!String(decoding: state, as: UTF8.self).contains(GameServer.secret))
        var place = DeviceFeed.Place()
        let feed = try fixture.lab.device(phone).feed.entries(after: &place)
        #expect(!feed.contains { "\($0)".contains(GameServer.secret) })
    }

    @Test func `an app without a secret has no game`() async throws {
        let plain = try LabFixture()
        let phone = try await plain.phone()
        #expect(try plain.state(phone).placements.game == nil)
        let answer = try await plain.attempt(phone, "placements.present", ["tag": "x"])
        #expect(answer.status == .conflict && answer.message.contains("has no secret for placements"))
    }

    @Test func `background and foreground make an open, and close a unit`() async throws {
        let phone = try await phone()
        server.show("level_end")
        try await show(phone, "level_end")
        #expect(try game(phone).isSoundOn == false)
        try await fixture.command(phone, "placements.background")
        let run = try await outcome(phone)
        #expect(run.outcome == "dismissed" && run.reason == "because the app left the screen")
        #expect(run.steps == ["requested", "received", "will display", "displayed"])
        try await fixture.command(phone, "placements.foreground")
        try await game(phone) { $0.opens == 2 && $0.isSoundOn && $0.stages.isEmpty }
        #expect(server.asked("open").count == 2)
        try await fixture.command(phone, "placements.open")
        try await game(phone) { $0.opens == 3 }
    }

    @Test func `each way to end a request is shown with its reason`() async throws {
        let phone = try await phone()
        server.show("level_end")
        var stage = try await show(phone, "level_end")
        try await message(phone, stage, #"{"command":"dismiss","context":{}}"#)
        #expect(try await outcome(phone).reason == "by the content unit")

        stage = try await show(phone, "level_end")
        try await fixture.command(phone, "placements.clock", ["seconds": 6])
        try await game(phone) { $0.stages.first?.closeButton != nil }
        try await fixture.command(phone, "placements.tapClose", ["stage": stage.token])
        #expect(try await outcome(phone).reason == "by the close button")

        try await fixture.command(phone, "placements.present", ["tag": "nothing_here"])
        #expect(try await outcome(phone).outcome == "no content")

        try await fixture.command(phone, "placements.network", ["network": "offline"])
        try await fixture.command(phone, "placements.present", ["tag": "level_end"])
        let failed = try await outcome(phone)
        #expect(failed.outcome == "failed: noNetwork" && !failed.isGood)
        try await fixture.command(phone, "placements.network", ["network": "online"])

        server.show("wait")
        try await show(phone, "wait")
        try await fixture.command(phone, "placements.cancel", ["tag": "wait"])
        #expect(try await outcome(phone).outcome == "cancelled")
    }

    @Test func `a placement on screen is busy, and its request goes on`() async throws {
        let phone = try await phone()
        server.show("level_end")
        try await show(phone, "level_end")
        try await fixture.command(phone, "placements.present", ["tag": "level_end"])
        #expect(try await outcome(phone).outcome == "failed: busy")
        let state = try await game(phone) { $0.stages.count == 1 }
        #expect(state.runs.count == 2 && state.runs[1].outcome == nil && !state.isSoundOn)
    }

    @Test func `a template that cannot be had fails the request`() async throws {
        let phone = try await phone()
        server.show("level_end")
        server.hasTemplates.withLock { $0 = false }
        try await fixture.command(phone, "placements.present", ["tag": "level_end"])
        let stage = try #require(try await game(phone) { $0.stages.first?.views.isEmpty == false }.stages.first)
        #expect(try await fixture.page(try #require(stage.views.first).path).status == .notFound)
        let run = try await outcome(phone)
        #expect(run.outcome == "failed: templateFailed" && run.reason == "the template cannot be had")
    }

    @Test func `a preloaded unit is shown without the network`() async throws {
        let phone = try await phone()
        server.show("level_end", images: ["https://games.example/i/a.png"])
        try await fixture.command(phone, "placements.preload", ["tag": "level_end"])
        #expect(try await outcome(phone).outcome == "ready")
        #expect(server.asked("content").last?["preload"] == "1")
        try await fixture.command(phone, "placements.network", ["network": "offline"])
        let stage = try await show(phone, "level_end")
        let path = try #require(stage.views.first).path
        let page = try await fixture.page(path)
        #expect(page.status == .ok && String(decoding: page.body, as: UTF8.self).contains("unit</body>"))
        let image = path.replacing("/t/level_end.html", with: "/i/a.png")
        #expect(try await fixture.page(image, destination: "image").body == Data("png".utf8))
        #expect(try await fixture.page(image.replacing("a.png", with: "b.png")).status == .notFound)
        #expect(server.asked("content").filter { $0["placement_id"] == "level_end" }.count == 1)
    }

    @Test func `a template's page has a policy of its own, its channel, and no other's files`() async throws {
        let phone = try await phone()
        server.show("level_end")
        let stage = try await show(phone, "level_end")
        let path = try #require(stage.views.first).path
        let page = try await fixture.page(path)
        #expect(page.headers[.contentSecurityPolicy]?.contains("sandbox allow-scripts") == true)
        #expect(page.headers[.contentSecurityPolicy]?.contains("img-src 'self' data:;") == true)
        let body = String(decoding: page.body, as: UTF8.self)
        #expect(body.hasPrefix("<!DOCTYPE html><html><head><script>"))
        #expect(body.contains(BridgeScript.messageHandler) && !body.contains("{{"))
        let other = try await fixture.phone()
        try await game(other) { $0.opens == 1 }
        #expect(try await fixture.page("/unit/\(other)/x").status == .notFound)
        try await fixture.command(phone, "placements.cancel", ["tag": "level_end"])
        try await game(phone) { $0.stages.isEmpty }
        #expect(try await fixture.page(path).status == .notFound)
    }

    @Test func `a template's message is answered, and the answer waits until it came`() async throws {
        let phone = try await phone()
        server.show("level_end")
        let stage = try await show(phone, "level_end")
        try await message(phone, stage, #"{"command":"loadContext","callback":"c1"}"#)
        let state = try await game(phone) { $0.stages.first?.views.first?.answers.isEmpty == false }
        let answer = try #require(state.stages.first?.views.first?.answers.first)
        #expect(answer.version == 5 && answer.arguments.hasPrefix(#"["c1",{"content":{"title":"level_end"}},null]"#))
        for text in ["{", "[]", #"{"command":"explode"}"#, ""] { try await message(phone, stage, text) }
        try await fixture.command(
            phone, "placements.answered", ["stage": stage.token, "view": 1, "number": answer.number])
        try await game(phone) { $0.stages.first?.views.first?.answers.isEmpty == true }
        // A stage that is gone is no fault of the page.
        try await fixture.command(phone, "placements.message", ["stage": "gone", "view": 1, "text": "{}"])
    }

    @Test func `a template that refuses its data fails the request`() async throws {
        let phone = try await phone()
        server.show("level_end")
        let stage = try await show(phone, "level_end")
        try await message(phone, stage, #"{"command":"loadContext","callback":"c1"}"#)
        let state = try await game(phone) { $0.stages.first?.views.first?.answers.isEmpty == false }
        let number = try #require(state.stages.first?.views.first?.answers.first).number
        try await fixture.command(
            phone, "placements.answered",
            ["stage": stage.token, "view": 1, "number": number, "failure": "TypeError: no content"])
        let run = try await outcome(phone)
        #expect(run.outcome == "failed: templateFailed" && run.reason.contains("TypeError"))
    }

    @Test func `a dialog stands in the frame for the way the phone is turned`() async throws {
        let phone = try await phone()
        func frame(_ x: Int64) -> JSONValue {
            .record(["x": .integer(x), "y": .integer(40), "w": .integer(200), "h": .integer(100)])
        }
        server.show("level_end", frame: .record(["PH_PORTRAIT": frame(10), "PH_LANDSCAPE": frame(90)]))
        try await fixture.command(phone, "placements.resizeScreen", ["width": 353, "height": 738])
        let upright = try #require(try await show(phone, "level_end").views.first).place
        #expect([upright.x, upright.y, upright.width, upright.height] == [10, 84, 200, 100])
        try await fixture.command(phone, "placements.resizeScreen", ["width": 738, "height": 353])
        try await game(phone) { $0.stages.first?.views.first?.place.x == 90 }
        let wrong = try await fixture.attempt(phone, "placements.resizeScreen", ["width": 10, "height": 353])
        #expect(wrong.status == .badRequest && wrong.message == "a screen is 100 to 3000 points wide and high")
    }

    @Test func `the badge is asked for, shown and emptied`() async throws {
        server.badge.withLock { $0 = "7" }
        let phone = try await phone()
        try await game(phone) { $0.badge == "7" }
        try await fixture.command(phone, "placements.changeBadge", ["change": "clear"])
        #expect(try game(phone).badge == "")
        try await fixture.command(phone, "placements.changeBadge", ["change": "refresh"])
        try await game(phone) { $0.badge == "7" }
        server.show("more_games")
        try await show(phone, "more_games")
        try await game(phone) { $0.badge == "" }
    }

    @Test func `the fifth stone ends a level and shows its placement`() async throws {
        let phone = try await phone()
        server.show("level_end")
        for _ in 1...4 { try await fixture.command(phone, "placements.putStone") }
        let before = try game(phone)
        #expect(before.stages.isEmpty && before.stones == 4)
        try await fixture.command(phone, "placements.putStone")
        #expect(try await game(phone) { $0.stages.first?.hasOverlay == true }.level == 2)
    }

    @Test func `the placement launch is shown after a start if the tester wants it`() async throws {
        let phone = try await phone()
        server.show("launch")
        try await fixture.command(phone, "placements.atStart", ["atStart": "launch"])
        try await fixture.command(phone, "placements.restart")
        #expect(try await game(phone) { !$0.stages.isEmpty }.runs.first?.placement == "launch")
    }

    @Test func `a reward that was not acknowledged comes again after a kill, and counts once`() async throws {
        let phone = try await phone()
        server.show("gift")
        try await fixture.command(phone, "placements.rewards", ["rewards": "held"])
        let stage = try await show(phone, "gift")
        let install = try game(phone).install
        let reward = UnitReward(name: "gold", quantity: 50, receipt: "4711", signature: "")
        let signature = try #require(PlacementSecret(GameServer.secret)).signature(of: reward, gid: install)
        let items = """
            [{"reward":"gold","quantity":50,"receipt":4711,"signature":"\(signature)"},
            {"reward":"gold","quantity":9,"receipt":1,"signature":"forged"}]
            """
        try await message(phone, stage, #"{"command":"reward","context":{"rewards":\#(items)}}"#)
        try await game(phone) { $0.isHoldingReward && $0.waitingRewards == 1 }
        #expect(try game(phone).purse.map(\.amount) == [50])
        try await fixture.command(phone, "placements.restart")
        let again = try await game(phone) { $0.isHoldingReward }
        #expect(again.purse.map(\.amount) == [50])
        #expect(again.deliveries.map(\.isNew) == [false] && again.deliveries.map(\.receipt) == ["4711"])
        try await fixture.command(phone, "placements.acknowledge")
        try await game(phone) { $0.waitingRewards == 0 && !$0.isHoldingReward }
        try await fixture.command(phone, "placements.restart")
        let after = try await game(phone) { $0.opens == 1 }
        #expect(after.deliveries.isEmpty && after.purse.map(\.name) == ["gold"])
    }

    private static let answers: [(answer: String, message: String, resolution: String?)] = [
        ("buy", "lantern: buy", "buy"), ("cancel", "lantern: cancel", "cancel"), ("error", "lantern: error", "error"),
        ("pending", "lantern: cancel", nil),
    ]

    @Test(arguments: answers)
    func `each answer to the store's sheet becomes its report`(answer: String, message: String, resolution: String?)
        async throws
    {
        let phone = try await phone()
        try await fixture.command(phone, "placements.buy", ["product": "lantern", "quantity": 2])
        let sheet = try #require(try await game(phone) { $0.sheet != nil }.sheet)
        #expect(sheet == .init(product: "lantern", quantity: 2, price: "9.98 EUR"))
        try await fixture.command(phone, "placements.settle", ["answer": answer])
        try await game(phone) { $0.message == message && $0.sheet == nil }
        guard let resolution else {
            #expect(server.asked("iap").isEmpty)
            #expect(try game(phone).pending == 1)
            try await fixture.command(phone, "placements.approve")
            try await game(phone) { $0.pending == 0 && $0.purse.map(\.amount) == [2] }
            let refused = try await fixture.attempt(phone, "placements.approve")
            #expect(refused.message == "no purchase waits for a parent")
            return
        }
        try await game(phone) { $0.sentReports == 1 }
        let report = try #require(server.asked("iap").first)
        #expect(report["resolution"] == resolution && report["price"] == "4.99" && report["price_locale"] == "EUR")
        #expect(try game(phone).purse.map(\.amount) == (answer == "buy" ? [2] : []))
    }

    @Test(arguments: [("sandbox", "sandbox"), ("production", "valid")])
    func `the account decides what the store simulator signs`(account: String, kind: String) async throws {
        let phone = try await phone()
        try await fixture.command(phone, "placements.account", ["account": account])
        try await fixture.command(phone, "placements.buy", ["product": "stones_100"])
        try await game(phone) { $0.sheet != nil }
        try await fixture.command(phone, "placements.settle", ["answer": "buy"])
        try await game(phone) { $0.sentReports == 1 }
        let order = try #require(server.sold.withLock(\.first))
        #expect(order["kind"]?.text == kind && order["price"]?.integer == 990 && order["currency"]?.text == "USD")
        #expect(server.asked("iap").first?["receipt"] == "YS5iLmMx")
    }

    @Test func `a product that the store does not know is an error`() async throws {
        let phone = try await phone()
        try await fixture.command(phone, "placements.buy", ["product": "unknown_gem"])
        try await game(phone) { $0.message == "unknown_gem: error" }
        let wrong = try await fixture.attempt(phone, "placements.buy", ["product": "lantern", "quantity": 0])
        #expect(wrong.status == .badRequest)
    }

    @Test func `a kill while the store asks reports nothing`() async throws {
        let phone = try await phone()
        try await fixture.command(phone, "placements.buy", ["product": "lantern"])
        try await game(phone) { $0.sheet != nil }
        try await fixture.command(phone, "placements.restart")
        let state = try await game(phone) { $0.opens == 1 }
        #expect(state.sheet == nil && state.waitingReports == 0 && state.sentReports == 0)
    }

    @Test func `opting out, custom id and plug-in id are in the next request`() async throws {
        let phone = try await phone()
        try await fixture.command(phone, "device.adTracking", ["adTracking": "allowed"])
        try await fixture.command(phone, "placements.open")
        try await game(phone) { $0.opens == 2 }
        #expect(server.asked("open").last?["d_ifa"] != nil && server.asked("open").last?["opt_out"] == "0")
        try await fixture.command(phone, "placements.optOut", ["optOut": "optedOut"])
        try await fixture.command(phone, "placements.customID", ["id": "ada"])
        try await fixture.command(phone, "placements.plugin", ["id": "com.unity.larch"])
        #expect(try fixture.state(phone).placements.optOut == "optedOut")
        try await fixture.command(phone, "placements.open")
        try await game(phone) { $0.opens == 3 }
        let last = try #require(server.asked("open").last)
        #expect(last["d_ifa"] == nil && last["opt_out"] == "1")
        #expect(last["d_custom"] == "ada" && last["plugin"] == "com.unity.larch")
        try await fixture.command(phone, "placements.restart")
        #expect(try fixture.state(phone).placements.optOut == "optedOut")
    }

    @Test func `each mistake changes one thing in what is sent`() async throws {
        let phone = try await phone()
        try await fixture.command(phone, "placements.fault", ["fault": "oldVersion"])
        try await fixture.command(phone, "placements.open")
        try await game(phone) { $0.opens == 2 }
        #expect(server.asked("open").last?["sdk-ios"] == "1.10.0")
        #expect(try game(phone).lastOpen == "reported")

        try await fixture.command(phone, "placements.fault", ["fault": "wrongSecret"])
        try await fixture.command(phone, "placements.open")
        let refused = try await game(phone) { $0.opens == 3 }
        #expect(refused.lastOpen.hasSuffix("the server refuses the token or the secret"))

        try await fixture.command(phone, "placements.fault", ["fault": "missingPrice"])
        try await fixture.command(phone, "placements.buy", ["product": "lantern"])
        try await game(phone) { $0.sheet != nil }
        try await fixture.command(phone, "placements.settle", ["answer": "buy"])
        try await game(phone) { $0.sentReports == 1 }
        let report = try #require(server.asked("iap").last)
        #expect(report["price"] == nil && report["price_locale"] == nil && report["price_missing"] == "1")
        #expect(report["receipt"] != nil)
    }

    // PLC-015
    @Test func `an old system has an address, no store view and no advertising id, and everything else works`()
        async throws
    {
        let phone = try await phone()
        try await fixture.command(phone, "device.adTracking", ["adTracking": "allowed"])
        server.show("level_end")
        for (system, os, storeView) in [("old", "iOS 5.1.1", "0"), ("current", "iOS 17.4", "1")] {
            try await fixture.command(phone, "placements.system", ["system": system])
            try await game(phone) { $0.opens == 1 }
            let open = try #require(server.asked("open").last)
            #expect(open["os"] == os && (open["d_ifa"] == nil) == (system == "old"))
            #expect(open["d_mac"]?.hasPrefix("02") == (system == "old" ? true : nil))
            let stage = try await show(phone, "level_end")
            #expect(
                server.asked("content").last { $0["placement_id"] != nil && $0["metadata"] == nil }?["isa"] == storeView
            )
            try await message(phone, stage, #"{"command":"dismiss"}"#)
            #expect(try await outcome(phone).reason == "by the content unit")
        }
    }

    @Test func `only so many requests run at once`() async throws {
        let phone = try await phone()
        for number in 0..<SampleGame.mostStages {
            server.show("p\(number)")
            try await fixture.command(phone, "placements.present", ["tag": "p\(number)"])
        }
        let answer = try await fixture.attempt(phone, "placements.present", ["tag": "more"])
        #expect(answer.message == "at most 8 requests run at once; close or cancel one")
        let long = try await fixture.attempt(phone, "placements.preload", ["tag": String(repeating: "t", count: 129)])
        #expect(long.message == "a placement's tag has 1 to 128 bytes")
    }
}
