import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// A request from the app's call to its outcome, over the SDK's own driver (PLC-032 to PLC-049, PLC-052 to PLC-054, PLC-061,
/// PLC-064, PLC-067, PLC-071, PLC-079, PLC-131).
struct PlacementRequestTests {
    private static let unit: JSONValue = .record([
        "url": .text("https://media.example/unit.html"), "transition": .text("PH_MODAL"),
        "frame": .text("PH_FULLSCREEN"),
        "context": .record(["title": .text("Hello")]),
    ])

    private static func message(_ command: String, _ context: JSONValue = .null) throws -> BridgeMessage {
        try BridgeMessage(
            JSONValue.record(["command": .text(command), "callback": .text("c"), "context": context]).bytes)
    }

    private static func isShown(_ surface: RecordingPlacementSurface) async -> Bool {
        await eventually { surface.calls.contains("load 1") }
    }

    @Test func `a unit is shown, and the app hears of each step once`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let request = app.placements.request("level_end")
        #expect(app.placements.request("level_end") === request)
        #expect(app.placements.request("Level_end") !== request)
        let events = request.events()
        let shown = Task { await request.present(on: surface) }
        #expect(await Self.isShown(surface))
        surface.request?.received(try Self.message("loadContext"), view: 1)
        surface.request?.received(try Self.message("dismiss"), view: 1)
        #expect(await shown.value == .dismissed(.contentUnit))
        let names = await events.reduce(into: [String]()) { $0.append("\($1)".prefix { $0 != "(" }.description) }
        #expect(names == ["requested", "received", "willDisplay", "displayed", "ended"])
        #expect(surface.calls == ["begin", "overlay", "load 1", "answer 1", "remove 1", "end"])
        #expect(surface.answers.first?.response["title"]?.text == "Hello")
        #expect(app.placements.request("level_end") !== request)
        guard case .failed(let error) = await request.present(on: surface) else {
            Issue.record("a request was shown twice")
            return
        }
        #expect(error.code == .ended)
        #expect(try await request.preload() == false)
        await app.close()
    }

    @Test func `what the app knows of its player is in requests for content, and in no others`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        try app.placements.setDimensions(["level": .integer(7)])
        app.placements.setInstalledGames(["org.example.scree"])
        try await app.placements.open()
        #expect(try await app.placements.request("p").preload())
        try app.placements.setDimensions([:])
        #expect(try await app.placements.request("q").preload())
        let sent = phone.server.requests.map { [$0.parameters["custom"], $0.parameters["installed"]] }
        #expect(
            sent == [[nil, nil], [#"{"level":7}"#, "org.example.scree"], [nil, "org.example.scree"]])
        await app.close()
    }

    @Test func `a preload makes the next presentation need no network, once`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        #expect(try await app.placements.request("p").preload())
        #expect(try await app.placements.request("p").preload())
        phone.server.set { _ throws(TransportError) in throw TransportError(.unreachable, "offline") }
        let surface = RecordingPlacementSurface()
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await Self.isShown(surface))
        surface.request?.closeButtonTapped()
        #expect(await shown.value == .dismissed(.closeButton))
        #expect(phone.server.requests.map { $0.parameters["preload"] } == ["1"])
        guard case .failed(let error) = await app.placements.request("p").present(on: surface) else {
            Issue.record("the second presentation did not ask the server")
            return
        }
        #expect(error.code == .noNetwork)
        await app.close()
    }

    // PLC-036
    @Test func `after its time, a preload asks again and says what it finds now`() async throws {
        let short = try #require(Self.unit.record).merging(["valid_seconds": .integer(60)]) { $1 }
        let phone = try PlacementPhone(PlacementServer { _ in .success(.record(short)) })
        let app = try phone.start()
        let request = app.placements.request("p")
        #expect(try await request.preload())
        phone.clock.advance(by: .seconds(61))
        phone.server.set { _ in .success(nil) }
        #expect(try await request.preload() == false)
        await app.close()
    }

    // PLC-136
    @Test func `what a unit reports is no advertising, and is sent until the server has it`() async throws {
        let closed = try #require(Self.unit.record).merging(["close_ping": .text("https://play.example/closed")]) { $1 }
        let phone = try PlacementPhone(PlacementServer { _ in .success(.record(closed)) })
        let app = try phone.start()
        try app.core.consent.refuse([.advertising])
        let surface = RecordingPlacementSurface()
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await Self.isShown(surface))
        phone.server.set { _ throws(TransportError) in throw TransportError(.interrupted, "away") }
        surface.request?.closeButtonTapped()
        #expect(await shown.value == .dismissed(.closeButton))
        @Sendable func reports() -> Int { phone.server.requests.count { $0.path == "/closed" } }
        // More often than trackers of others are asked.
        for attempt in 1...6 {
            #expect(await eventually { reports() == attempt && phone.clock.sleepers >= 2 })
            phone.clock.advance(by: .seconds(120))
        }
        phone.server.set { _ in .success(nil) }
        let waiting = reports()
        phone.clock.advance(by: .seconds(120))
        #expect(await eventually { reports() > waiting })
        try app.core.consent.refuse([.behaviour])
        await app.close()
    }

    @Test func `no content is an outcome and no failure`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        #expect(await app.placements.request("p").present(on: surface, overlay: .immediately) == .noContent)
        #expect(surface.calls == ["begin", "overlay", "end"])
        #expect(try await app.placements.request("p").preload() == false)
        await app.close()
    }

    // PLC-032, PLC-039
    @Test(arguments: ["", String(repeating: "p", count: 129)])
    func `a placement without a usable name fails, and nothing is sent`(name: String) async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let request = app.placements.request(name)
        let events = request.events()
        let thrown = await #expect(throws: PlacementError.self) { try await request.preload() }
        let error = try #require(thrown)
        #expect(error.code == .invalidPlacement)
        #expect(await events.reduce(into: []) { $0.append($1) } == [.ended(.failed(error))])
        let surface = RecordingPlacementSurface()
        #expect(await app.placements.request(name).present(on: surface) == .failed(error))
        #expect(surface.calls.isEmpty)
        #expect(phone.server.requests.isEmpty)
        await app.close()
    }

    @Test func `a placement that is on screen is busy, and goes on`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let (surface, other) = (RecordingPlacementSurface(), RecordingPlacementSurface())
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await Self.isShown(surface))
        guard case .failed(let error) = await app.placements.request("p").present(on: other) else {
            Issue.record("the second presentation was taken")
            return
        }
        #expect(error.code == .busy)
        #expect(other.calls.isEmpty)
        await app.enterBackground()
        #expect(await shown.value == .dismissed(.background))
        app.enterForeground()
        for _ in 0..<1_000 { await Task.yield() }
        #expect(phone.server.requests.count == 1, "nothing is asked for when the app comes back")
        await app.close()
    }

    @Test func `a cancelled request tells nothing, and its answer is ignored`() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let phone = try PlacementPhone(
            PlacementServer { _ in
                for await _ in gate.stream { break }
                return .success(Self.unit)
            })
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let request = app.placements.request("p")
        let events = request.events()
        let shown = Task { await request.present(on: surface) }
        #expect(await eventually { !phone.server.requests.isEmpty })
        app.placements.cancelAll()
        request.cancel()
        #expect(await shown.value == .cancelled)
        gate.continuation.yield()
        #expect(await events.reduce(into: []) { $0.append($1) } == [.requested])
        #expect(surface.calls == ["begin", "end"])
        let again = Task { await app.placements.request("q").present(on: surface) }
        again.cancel()
        #expect(await again.value == .cancelled)
        await app.close()
    }

    @Test func `a request that was cancelled before it began asks nothing, and the next one does`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let request = app.placements.request("p")
        request.cancel()
        #expect(await request.present(on: surface) == .cancelled)
        #expect(phone.server.requests.isEmpty)
        #expect(surface.calls.isEmpty)
        #expect(await app.placements.request("p").present(on: surface) == .noContent)
        #expect(phone.server.requests.count == 1)
        await app.close()
    }

    @Test func `a preloaded unit does not outlive the process`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let first = try phone.start()
        #expect(try await first.placements.request("p").preload())
        await first.close()
        phone.server.set { _ in .success(nil) }
        let second = try phone.start()
        let outcome = await second.placements.request("p").present(on: RecordingPlacementSurface())
        #expect(outcome == .noContent)
        #expect(phone.server.requests.map { $0.parameters["preload"] } == ["1", "0"])
        await second.close()
    }

    /// Each code of the ancestor, but for that of a simulated store, which PlacementShopTests provokes (PLC-051).
    @Test func `each way to fail has the ancestor's code`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .refused("no") })
        let app = try phone.start()
        func failure(_ step: (PlacementRequest) -> Void) async -> NSError? {
            let surface = RecordingPlacementSurface()
            let request = app.placements.request("p")
            let shown = Task { await request.present(on: surface) }
            if await eventually({ surface.calls.contains("load 1") || request.isEnded }) { step(request) }
            guard case .failed(let error) = await shown.value else { return nil }
            #expect(surface.calls.last == "end", "PLC-034: nothing stays on the screen")
            return error as NSError
        }
        let refused = await failure { _ in }
        let bare: JSONValue = .record([
            "url": .text("https://a.example"), "frame": .record([:]), "transition": .text("PH_DIALOG"),
        ])
        phone.server.set { _ in .success(bare) }
        let frame = await failure { _ in }
        phone.server.set { _ in .success(Self.unit) }
        let template = await failure { $0.templateFailed(view: 1, reason: "gone") }
        let window = await failure { $0.surfaceFailed("no window") }
        #expect([refused, frame, template, window].map { $0?.code } == [0, 2, 3, 4])
        #expect(Set([refused, frame, template, window].map { $0?.domain }) == ["PlayHavenSDK"])
        let codes = [PlacementError.Code.invalidAnswer, .simulatedStore, .invalidDigest].map(\.rawValue)
        #expect(codes == [1, 5, 6])
        await app.close()
    }

    /// A server whose name is looked up for long does not hold the app's main thread (PLC-108).
    @Test @MainActor func `a request that blocks its thread leaves the main thread free`() async throws {
        let isFree = Locked(false)
        let phone = try PlacementPhone(
            PlacementServer { _ in
                for _ in 0..<2_000 where !isFree.withLock({ $0 }) { Self.block() }
                return isFree.withLock { $0 } ? .success(nil) : .refused("the main thread was held")
            })
        let app = try phone.start()
        let opened = Task { @MainActor in try await app.placements.open() }
        Task { @MainActor in isFree.withLock { $0 = true } }
        try await opened.value
        await app.close()
    }

    private static func block() { Thread.sleep(forTimeInterval: 0.005) }

    @Test func `a template that does not load fails after ten seconds`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface(loads: false)
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await Self.isShown(surface))
        // The loading timer, the template's, and the one that stores sessions.
        #expect(await eventually { phone.clock.sleepers >= 3 })
        phone.clock.advance(by: .seconds(4))
        #expect(await eventually { surface.calls.contains("close button true") })
        phone.clock.advance(by: .seconds(6))
        guard case .failed(let error) = await shown.value else { Issue.record("not failed"); return }
        #expect(error.code == .templateFailed)
        await app.close()
    }

    @Test func `an app that released its surface still gets the outcome`() async throws {
        let phone = try PlacementPhone()
        let app = try phone.start()
        let outcome = await app.placements.request("p").present(on: RecordingPlacementSurface())
        #expect(outcome == .noContent)
        await app.close()
    }

    // MARK: Rewards and purchases

    private static func reward(_ gid: String, receipt: Int64, quantity: Int64 = 5) throws -> JSONValue {
        let reward = UnitReward(name: " Coins ", quantity: quantity, receipt: String(receipt), signature: "")
        let secret = try #require(PlacementSecret(PlacementServer.secret))
        return .record([
            "reward": .text(" Coins "), "quantity": .integer(quantity), "receipt": .integer(receipt),
            "signature": .text(secret.signature(of: reward, gid: gid)),
        ])
    }

    private static func gid(_ phone: PlacementPhone) throws -> String {
        try #require(phone.server.requests.last?.parameters["gid"])
    }

    @Test func `a signed reward reaches the app once for its receipt`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let got = Locked<[PlacementReward]>([])
        app.placements.setRewardHandler { reward in got.withLock { $0.append(reward) } }
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await Self.isShown(surface))
        let gid = try Self.gid(phone)
        var rewards = [
            try Self.reward(gid, receipt: 1), try Self.reward(gid, receipt: 2), try Self.reward("x", receipt: 3),
        ]
        rewards.append(rewards[0])
        let message = try Self.message("reward", .record(["rewards": .list(rewards)]))
        surface.request?.received(message, view: 1)
        surface.request?.received(message, view: 1)
        surface.request?.closeButtonTapped()
        #expect(await shown.value == .dismissed(.closeButton))
        #expect(await eventually { got.withLock { $0.count } == 2 })
        await app.close()
        #expect(got.withLock { $0.map(\.receipt) } == ["1", "2"])
        #expect(got.withLock { $0.first }?.name == " Coins ")
        #expect(got.withLock { $0.first }?.quantity == 5)
        let refusals = phone.messages.messages(.error).filter { $0.contains("did not sign for this install") }
        #expect(refusals.count == 2)
    }

    @Test func `a reward that the app did not take comes again with the same receipt`() async throws {
        struct Full: Error {}
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let refused = Locked<[String]>([])
        app.placements.setRewardHandler { reward in
            refused.withLock { $0.append(reward.receipt) }
            throw Full()
        }
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await Self.isShown(surface))
        let message = try Self.message(
            "reward", .record(["rewards": .list([try Self.reward(Self.gid(phone), receipt: 9)])]))
        surface.request?.received(message, view: 1)
        #expect(await eventually { refused.withLock { $0 } == ["9"] })
        await app.close()
        _ = await shown.value
        let second = try phone.start()
        let taken = Locked<[String]>([])
        second.placements.setRewardHandler { reward in taken.withLock { $0.append(reward.receipt) } }
        #expect(await eventually { taken.withLock { $0 } == ["9"] })
        await second.close()
        let third = try phone.start()
        third.placements.setRewardHandler { reward in taken.withLock { $0.append(reward.receipt) } }
        await third.close()
        #expect(taken.withLock { $0 } == ["9"])
    }

    private static func purchase(_ gid: String) throws -> JSONValue {
        let item = UnitPurchase(product: "candy", name: "Candy", quantity: 2, receipt: "r1", signature: "")
        let secret = try #require(PlacementSecret(PlacementServer.secret))
        return .record([
            "purchases": .list([
                .record([
                    "product": .text("candy"), "name": .text("Candy"), "quantity": .integer(2), "receipt": .text("r1"),
                    "signature": .text(secret.signature(of: item, gid: gid)),
                ])
            ])
        ])
    }

    @Test(arguments: [nil, PurchaseResolution.buy, .cancel])
    func `the unit gets what the app's purchase came to`(resolution: PurchaseResolution?) async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        if let resolution { app.placements.setPurchaseHandler { $0.quantity == 2 ? resolution : .failure } }
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await Self.isShown(surface))
        surface.request?.received(try Self.message("purchase", Self.purchase(Self.gid(phone))), view: 1)
        #expect(await eventually { !surface.answers.isEmpty })
        #expect(surface.answers.map { $0.response["resolution"]?.text } == [resolution?.rawValue ?? "error"])
        surface.request?.received(try Self.message("dismiss"), view: 1)
        #expect(await shown.value == .dismissed(.contentUnit))
        await app.close()
    }

    @Test func `the app may call the request while its purchase is cancelled`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let request = app.placements.request("p")
        let seen = Locked<[Bool]>([])
        let gate = AsyncStream.makeStream(of: Void.self)
        app.placements.setPurchaseHandler { _ in
            await withTaskCancellationHandler {
                for await _ in gate.stream { break }
            } onCancel: {
                seen.withLock { $0.append(request.isEnded) }
                request.cancel()
            }
            return .cancel
        }
        let shown = Task { await request.present(on: surface) }
        #expect(await Self.isShown(surface))
        surface.request?.received(try Self.message("purchase", Self.purchase(Self.gid(phone))), view: 1)
        #expect(await eventually { request.isBuying })
        surface.request?.received(try Self.message("dismiss"), view: 1)
        #expect(await shown.value == .dismissed(.contentUnit))
        gate.continuation.finish()
        #expect(await eventually { seen.withLock { $0 } == [true] })
        await app.close()
    }

    @Test func `a purchase without a product is an error for the unit, and the app is not asked`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let asked = Locked(false)
        app.placements.setPurchaseHandler { _ in
            asked.withLock { $0 = true }
            return .buy
        }
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await Self.isShown(surface))
        let item = UnitPurchase(product: "", name: "Candy", quantity: 1, receipt: "r1", signature: "")
        let secret = try #require(PlacementSecret(PlacementServer.secret))
        let purchase: JSONValue = .record([
            "product": .text(""), "name": .text("Candy"), "quantity": .integer(1), "receipt": .text("r1"),
            "signature": .text(secret.signature(of: item, gid: try Self.gid(phone))),
        ])
        let message = try Self.message("purchase", .record(["purchases": .list([purchase])]))
        surface.request?.received(message, view: 1)
        #expect(await eventually { !surface.answers.isEmpty })
        #expect(surface.answers.map { $0.response["resolution"]?.text } == ["error"])
        #expect(!asked.withLock { $0 })
        surface.request?.cancel()
        _ = await shown.value
        await app.close()
    }

    @Test func `a purchase ends with its unit`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let ended = Locked(false)
        app.placements.setPurchaseHandler { _ in
            try? await Task.sleep(for: .seconds(3_600))
            ended.withLock { $0 = true }
            return .buy
        }
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await Self.isShown(surface))
        surface.request?.received(try Self.message("purchase", Self.purchase(Self.gid(phone))), view: 1)
        surface.request?.closeButtonTapped()
        #expect(await shown.value == .dismissed(.closeButton))
        #expect(await eventually { ended.withLock { $0 } })
        #expect(surface.answers.map { $0.response["resolution"]?.text } == ["error"], "what comes later is for nobody")
        await app.close()
    }

    @Test func `a link keeps its tokens through its redirects, closes the unit, and is then opened`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface(hasStoreView: true)
        let shown = Task { await app.placements.request("p").present(on: surface) }
        #expect(await Self.isShown(surface))
        phone.server.transport.script(
            .success(TransportResponse(status: 302, headers: ["Location": "/hop?at=11lk"])),
            .success(
                TransportResponse(status: 302, headers: ["Location": "https://itunes.apple.com/app/id1?at=11lk&ct=x"])))
        surface.request?.received(
            try Self.message(
                "launch",
                .record([
                    "url": .text("https://click.example/1"), "in_app_store_enabled": .truth(true),
                    "application_id": .text("1"),
                ])), view: 1)
        #expect(await shown.value == .dismissed(.contentUnit))
        #expect(
            surface.calls.suffix(4) == [
                "answer 1", "remove 1", "open https://itunes.apple.com/app/id1?at=11lk&ct=x 1", "end",
            ])
        #expect(
            phone.server.transport.requests.suffix(2).map(\.url.absoluteString) == [
                "https://click.example/1", "https://click.example/hop?at=11lk",
            ])
        await app.close()
    }
}
