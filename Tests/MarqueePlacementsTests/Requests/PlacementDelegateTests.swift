import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// PLC-050, PLC-053, PLC-054.
struct PlacementDelegateTests {
    private static let unit: JSONValue = .record([
        "url": .text("https://media.example/unit.html"), "transition": .text("PH_MODAL"),
        "frame": .text("PH_FULLSCREEN"),
    ])

    /// An app of before: it knows the deprecated method alone.
    @MainActor private final class Older: PlacementDelegate {
        private(set) var failures: [Int] = []

        func request(_ request: PlacementRequest, contentDidFailWithError error: PlacementError) {
            failures.append(error.code.rawValue)
        }
    }

    @MainActor private final class Both: DelegateRecord {
        func request(_ request: PlacementRequest, contentDidFailWithError error: PlacementError) { record("older") }
    }

    /// Answers wait until the gate opens, apart from those that a test lets through.
    private static func gated(
        _ isOpen: Locked<Bool>, except passes: @escaping @Sendable (PlacementServer.Asked) -> Bool = { _ in false }
    ) -> PlacementServer {
        PlacementServer { asked in
            while !passes(asked), !isOpen.withLock({ $0 }), !Task.isCancelled { await Task.yield() }
            if asked.parameters["metadata"] == "1" {
                return .success(
                    .record(["notification": .record(["type": .text("badge"), "value": .text("9")])]))
            }
            return .success(asked.path.contains("open") ? .record(["session": .text("s")]) : unit)
        }
    }

    @Test func `a delegate hears each step of a request once, in order`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let (delegate, surface) = (DelegateRecord(), RecordingPlacementSurface())
        let request = app.placements.request("p", delegate: delegate)
        #expect(app.placements.request("p", delegate: delegate) === request)
        let shown = Task { await request.present(on: surface) }
        #expect(await eventually { surface.calls.contains("load 1") })
        surface.request?.closeButtonTapped()
        _ = await shown.value
        let all = [
            "will get", "did get", "will display", "did display", "PHPublisherNativeCloseButtonTriggeredDismiss",
        ]
        #expect(await eventually { await delegate.calls.count == all.count })
        #expect(await delegate.calls == all)
        phone.server.set { _ in .success(nil) }
        _ = try await app.placements.request("p", delegate: delegate).preload()
        #expect(await eventually { await delegate.calls.last == "PHPublisherNoContentTriggeredDismiss" })
        await app.close()
    }

    @MainActor private final class Canceller: DelegateRecord {
        let moment: String
        weak var request: PlacementRequest?

        init(at moment: String) { self.moment = moment }

        override func record(_ call: String) {
            super.record(call)
            if call == moment { request?.cancel() }
        }
    }

    private static let steps = ["will get", "did get", "will display", "did display"]

    // PLC-052
    @Test(arguments: steps) @MainActor
    func `a delegate may cancel its request in each of its methods`(_ moment: String) async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let (delegate, surface) = (Canceller(at: moment), RecordingPlacementSurface())
        let request = app.placements.request("p", delegate: delegate)
        delegate.request = request
        #expect(await request.present(on: surface) == .cancelled)
        for _ in 0..<100 { await Task.yield() }
        #expect(delegate.calls.contains(moment) && delegate.calls.allSatisfy(Self.steps.contains), "\(delegate.calls)")
        #expect(surface.calls.last == "end")
        await app.close()
    }

    // PLC-052
    @Test func `a delegate whose request is cancelled while its unit leaves the screen hears nothing`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let gate = AsyncStream.makeStream(of: Void.self)
        let delegate = DelegateRecord()
        let surface = RecordingPlacementSurface { for await _ in gate.stream { break } }
        let shown = Task { await app.placements.request("p", delegate: delegate).present(on: surface) }
        #expect(await eventually { await delegate.calls.last == "did display" })
        surface.request?.closeButtonTapped()
        #expect(await eventually { surface.calls.last == "remove 1" })
        app.placements.cancelAll(of: delegate)
        gate.continuation.yield()
        #expect(await shown.value == .dismissed(.closeButton))
        for _ in 0..<100 { await Task.yield() }
        #expect(await delegate.calls.last == "did display")
        await app.close()
    }

    /// Sees what is on the surface when it hears that a unit is about to come.
    @MainActor private final class Witness: PlacementDelegate {
        let surface: RecordingPlacementSurface
        private(set) var seen: [[String]] = []

        init(_ surface: RecordingPlacementSurface) { self.surface = surface }

        func request(_ request: PlacementRequest, contentWillDisplay unit: ContentUnit) { seen.append(surface.calls) }

        /// Keeps the main thread busy.
        func hold(seconds: Double) { Thread.sleep(forTimeInterval: seconds) }
    }

    // PLC-041
    @Test func `the app mutes its sound before anything covers the screen, also when it is busy`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let surface = RecordingPlacementSurface()
        let witness = await Witness(surface)
        let request = app.placements.request("p", delegate: witness)
        let busy = Task { await witness.hold(seconds: 0.3) }
        let shown = Task { await request.present(on: surface) }
        #expect(await eventually { surface.calls.contains("load 1") })
        #expect(await witness.seen == [["begin"]])
        surface.request?.closeButtonTapped()
        #expect(await shown.value == .dismissed(.closeButton))
        await busy.value
        await app.close()
    }

    @Test func `a request that is leaving is cancelled too, also when a newer one was made`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let delegate = DelegateRecord()
        let gate = AsyncStream.makeStream(of: Void.self)
        let surface = RecordingPlacementSurface { for await _ in gate.stream { break } }
        let shown = Task { await app.placements.request("p", delegate: delegate).present(on: surface) }
        #expect(await eventually { await delegate.calls.last == "did display" })
        surface.request?.closeButtonTapped()
        #expect(await eventually { surface.calls.last == "remove 1" })
        #expect(!app.placements.request("p").isEnded)
        app.placements.cancelAll(of: delegate)
        gate.continuation.yield()
        #expect(await shown.value == .dismissed(.closeButton))
        for _ in 0..<100 { await Task.yield() }
        #expect(await delegate.calls.last == "did display")
        await app.close()
    }

    @Test func `a failure calls the deprecated method only where it is the only one`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .refused("no") })
        let app = try phone.start()
        let (older, both) = (Older(), Both())
        for delegate in [older, both] as [any PlacementDelegate] {
            _ = await app.placements.request("p", delegate: delegate).present(on: RecordingPlacementSurface())
        }
        #expect(await eventually { await older.failures.count == 1 })
        #expect(await older.failures == [0])
        #expect(await eventually { await both.calls.count == 2 })
        #expect(await both.calls == ["will get", "failed 0"])
        await app.close()
    }

    @Test func `a later delegate gets a preloaded unit, and a unit on screen keeps its own`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.unit) })
        let app = try phone.start()
        let (first, second, third) = (DelegateRecord(), DelegateRecord(), DelegateRecord())
        #expect(try await app.placements.request("p", delegate: first).preload())
        #expect(await eventually { await first.calls == ["will get", "did get"] })
        let surface = RecordingPlacementSurface()
        let shown = Task { await app.placements.request("p", delegate: second).present(on: surface) }
        #expect(await eventually { surface.calls.contains("load 1") })
        _ = app.placements.request("p", delegate: third)
        surface.request?.closeButtonTapped()
        _ = await shown.value
        #expect(await eventually { await second.calls.count == 3 })
        #expect(await first.calls.count == 2)
        #expect(await third.calls.isEmpty)
        await app.close()
    }

    @Test func `a delegate's requests of every kind are cancelled, and those of others go on`() async throws {
        let isOpen = Locked(false)
        let phone = try PlacementPhone(Self.gated(isOpen) { $0.parameters["placement_id"] == "shown" })
        let app = try phone.start()
        let (one, other, surface) = (DelegateRecord(), DelegateRecord(), RecordingPlacementSurface())
        let placements = app.placements
        let shown = Task { await placements.request("shown", delegate: one).present(on: surface) }
        #expect(await eventually { surface.calls.contains("load 1") })
        surface.request?.received(
            try BridgeMessage(
                JSONValue.record([
                    "command": .text("subcontent"), "callback": .text("c"),
                    "context": .record([
                        "url": .text("https://a.example"),
                        "additional_parameters": .record(["placement_id": .text("more")]),
                    ]),
                ]).bytes), view: 1)
        let preloaded = Task { try await placements.request("a", delegate: one).preload() }
        let waiting = Task { await placements.request("b", delegate: one).present(on: RecordingPlacementSurface()) }
        let opened = Task { () async -> PlacementError.Code? in
            do throws(PlacementError) { try await placements.open(for: one) } catch { return error.code }
            return nil
        }
        let refreshed = Task { await placements.badge("own").refresh(for: one) }
        let others = Task { try await placements.request("c", delegate: other).preload() }
        let shared = Task { await placements.badge("shared").refresh(for: other) }
        #expect(await eventually { phone.server.requests.count == 8 })
        placements.cancelAll(of: one)
        let callsAtTheEnd = await one.calls.count
        #expect(await shown.value == .cancelled)
        #expect(try await preloaded.value == false)
        #expect(await waiting.value == .cancelled)
        #expect(await opened.value == .cancelled)
        await refreshed.value
        isOpen.withLock { $0 = true }
        #expect(try await others.value)
        await shared.value
        #expect(placements.badge("shared").content?.value == "9")
        #expect(placements.badge("own").content == nil)
        #expect(!surface.calls.contains("load 2"))
        try await placements.open()
        #expect(await one.calls.count == callsAtTheEnd)
        #expect(await eventually { await other.calls == ["will get", "did get"] })
        await app.close()
    }

    @Test func `an open that two delegates wait for goes on for the one that does not cancel`() async throws {
        let isOpen = Locked(false)
        let phone = try PlacementPhone(Self.gated(isOpen))
        let app = try phone.start()
        let (one, other) = (DelegateRecord(), DelegateRecord())
        let kept = Task { try await app.placements.open(for: other) }
        #expect(await eventually { phone.server.requests.count == 1 })
        let cancelled = Task { try await app.placements.open(for: one) }
        #expect(
            await eventually {
                app.placements.cancelAll(of: one)
                isOpen.withLock { $0 = true }
                return true
            })
        _ = await cancelled.result
        try await kept.value
        #expect(phone.server.requests.count <= 2)
        await app.close()
    }

    @Test func `a delegate that the app released gets nothing, and its request goes on`() async throws {
        let isOpen = Locked(false)
        let phone = try PlacementPhone(Self.gated(isOpen))
        let app = try phone.start()
        var kept = [DelegateRecord()]
        weak let released = kept[0]
        let request = app.placements.request("p", delegate: kept[0])
        let preloaded = Task { try await request.preload() }
        #expect(await eventually { phone.server.requests.count == 1 })
        kept = []
        #expect(await eventually { @MainActor in released == nil })
        isOpen.withLock { $0 = true }
        #expect(try await preloaded.value)
        #expect(request.delegate == nil)
        await app.close()
    }
}
