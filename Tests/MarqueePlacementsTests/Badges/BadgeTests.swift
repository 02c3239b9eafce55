import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueePlacements

/// PLC-088 to PLC-098, PLC-100, PLC-127.
struct BadgeTests {
    private static func badge(_ value: String) -> JSONValue {
        .record(["notification": .record(["type": .text("badge"), "value": .text(value)])])
    }

    @Test func `a badge is empty, then shows what the server says, then is empty again`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.badge("9")) })
        let app = try phone.start()
        let badge = app.placements.badge("more_games")
        #expect(badge.content == nil)
        await badge.refresh()
        #expect(badge.content == BadgeData(type: "badge", value: "9"))
        #expect(phone.server.requests.map { $0.parameters["metadata"] } == ["1"])
        phone.server.set { _ throws(TransportError) in throw TransportError(.unreachable, "offline") }
        await badge.refresh()
        #expect(badge.content == nil)
        #expect(app.placements.badge("more_games") === badge)
        await app.close()
    }

    @Test func `one request is under way at most, and an answer after clear is ignored`() async throws {
        let gate = AsyncStream.makeStream(of: Void.self)
        let phone = try PlacementPhone(
            PlacementServer { _ in
                for await _ in gate.stream { break }
                return .success(Self.badge("3"))
            })
        let app = try phone.start()
        let badge = app.placements.badge("more_games")
        let refreshes = (0..<3).map { _ in Task { await badge.refresh() } }
        #expect(await eventually { phone.server.requests.count == 1 })
        badge.clear()
        gate.continuation.yield()
        for refresh in refreshes { await refresh.value }
        gate.continuation.finish()
        // The answer comes on a task that nobody waits for any more.
        for _ in 0..<1_000 { await Task.yield() }
        #expect(badge.content == nil)
        #expect(phone.server.requests.count == 1)
        await app.close()
    }

    @Test func `a refresh while another one runs is not sent, and an empty answer empties the badge`() async throws {
        let isOpen = Locked(false)
        let phone = try PlacementPhone(
            PlacementServer { _ in
                while !isOpen.withLock({ $0 }) { await Task.yield() }
                return .success(Self.badge("3"))
            })
        let app = try phone.start()
        let badge = app.placements.badge("more_games")
        let refreshes = (0..<3).map { _ in Task { await badge.refresh() } }
        #expect(await eventually { phone.server.requests.count == 1 })
        for _ in 0..<1_000 { await Task.yield() }
        isOpen.withLock { $0 = true }
        for refresh in refreshes { await refresh.value }
        #expect(badge.content?.value == "3")
        phone.server.set { _ in .success(.record(["content": .text("more_games")])) }
        await badge.refresh()
        #expect(badge.content == nil)
        await app.close()
    }

    // PLC-097
    @Test func `views hear of a change, and not of an answer that changes nothing`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.badge("9")) })
        let app = try phone.start()
        let badge = app.placements.badge("more_games")
        let told = Locked<[String?]>([])
        let watch = Task { for await content in badge.changes() { told.withLock { $0.append(content?.value) } } }
        #expect(await eventually { told.withLock { $0 } == [nil] })
        await badge.refresh()
        #expect(await eventually { told.withLock { $0.count } == 2 })
        await badge.refresh()
        // A slow view gets the newest change alone.
        for _ in 0..<1_000 { await Task.yield() }
        phone.server.set { _ in .success(Self.badge("3")) }
        await badge.refresh()
        #expect(await eventually { told.withLock { $0.last } == "3" })
        #expect(told.withLock { $0 } == [nil, "9", "3"])
        watch.cancel()
        await app.close()
    }

    /// Calls the deprecated method without the compiler's warning.
    private protocol Sampling { func test() }
    private struct Sample: Sampling {
        let badge: Badge

        @available(*, deprecated) func test() { badge.test() }
    }

    @Test func `a sample needs no network, a refresh replaces it, and clear removes it`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.badge("9")) })
        let app = try phone.start()
        let badge = app.placements.badge("more_games")
        let sample: any Sampling = Sample(badge: badge)
        sample.test()
        #expect(badge.content == BadgeData(type: "badge", value: "1"))
        #expect(phone.server.requests.isEmpty)
        await badge.refresh()
        #expect(badge.content?.value == "9")
        sample.test()
        badge.clear()
        #expect(badge.content == nil)
        await app.close()
    }

    @Test(arguments: [("9", true, "1"), ("9", false, "0"), ("0", true, "0"), ("", true, "0"), (nil, true, "0")])
    func `a request for content says whether the placement's badge is on screen with a value`(
        value: String?, isVisible: Bool, expected: String
    ) async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(value.map(Self.badge)) })
        let app = try phone.start()
        let badge = app.placements.badge("more_games")
        await badge.refresh()
        badge.setVisible(isVisible)
        phone.server.set { _ in .success(nil) }
        _ = try await app.placements.request("more_games").preload()
        _ = try await app.placements.request("level_end").preload()
        #expect(phone.server.requests.map { $0.parameters["badge_shown"] } == [nil, expected, "0"])
        await app.close()
    }

    @Test func `a badge is shown as long as one of its views is on screen, until it is cleared`() async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.badge("9")) })
        let app = try phone.start()
        let badge = app.placements.badge("more_games")
        let (one, other) = (NSObject(), NSObject())
        await badge.refresh()
        badge.setVisible(true, in: ObjectIdentifier(one))
        badge.setVisible(true, in: ObjectIdentifier(other))
        badge.setVisible(false, in: ObjectIdentifier(one))
        #expect(badge.isShown)
        badge.clear()
        #expect(!badge.isShown)
        await badge.refresh()
        #expect(badge.isShown)
        badge.setVisible(false, in: ObjectIdentifier(other))
        #expect(!badge.isShown)
        await app.close()
    }

    /// What a view does: it draws a badge now, and again with each change. Returns when it has drawn the empty badge.
    private static func drawings(
        of badge: Badge, _ renderers: BadgeRenderers, scale: Double
    ) async -> (drawn: Locked<[BadgeRenderer.Drawing]>, task: Task<Void, Never>) {
        let drawn = Locked<[BadgeRenderer.Drawing]>([])
        let task = Task {
            for await content in badge.changes() {
                let drawing = renderers.drawing(content, widthOfText: Self.width).aligned(toScale: scale)
                drawn.withLock { $0.append(drawing) }
            }
        }
        #expect(await eventually { drawn.withLock { $0 } == [.nothing] })
        return (drawn, task)
    }

    /// PLC-097: the adapter draws; a renderer needs no drawing context.
    @Test(
        arguments: [(1, 11, 10, 21), (2, 10.5, 10, 20.5), (3, 32.0 / 3, 10, 62.0 / 3)]
            as [(Double, Double, Double, Double)])
    func `a renderer is asked once for each change, and whole pixels are drawn at every scale`(
        scale: Double, width: Double, height: Double, wider: Double
    ) async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.badge("3")) })
        let app = try phone.start()
        let badge = app.placements.badge("more_games")
        let asked = Locked<[String]>([])
        var renderers = BadgeRenderers()
        renderers.set(
            BadgeRenderer { data, widthOfText in
                asked.withLock { $0.append(data.value) }
                return .init(width: widthOfText(data.value) + 0.4, height: 9.7, text: data.value)
            }, for: "badge")
        let (drawn, view) = await Self.drawings(of: badge, renderers, scale: scale)
        let answers: [PlacementAnswer] = [
            .success(Self.badge("3")), .success(Self.badge("3")), .success(Self.badge("12")), .success(nil),
        ]
        for (answer, count) in zip(answers, [2, 2, 3, 4]) {
            phone.server.set { _ in answer }
            await badge.refresh()
            #expect(await eventually { drawn.withLock { $0.count } >= count })
        }
        #expect(
            drawn.withLock { $0 } == [
                .nothing, .init(width: width, height: height, text: "3"),
                .init(width: wider, height: height, text: "12"), .nothing,
            ])
        #expect(asked.withLock { $0 } == ["3", "12"])
        view.cancel()
        await app.close()
    }

    @Test(arguments: [0, -1, Double.nan, .infinity])
    func `without a usable scale a drawing stays as it is`(scale: Double) {
        let drawing = BadgeRenderer.Drawing(width: 10.4, height: 9.7, text: "3")
        #expect(drawing.aligned(toScale: scale) == drawing)
    }

    private static func width(_ text: String) -> Double { Double(text.count) * 10 }

    @Test(
        arguments: [
            (BadgeData(type: "badge", value: "9"), 30.0), (BadgeData(type: "badge", value: "100"), 50),
            (BadgeData(type: "badge", value: "جديد"), 60),
            (BadgeData(type: "badge", value: "0"), 0), (BadgeData(type: "something_new", value: "3"), 0), (nil, 0),
        ] as [(BadgeData?, Double)])
    func `each content has its size, and what has no renderer has none`(content: BadgeData?, width: Double) {
        let drawing = BadgeRenderers().drawing(content, widthOfText: Self.width)
        #expect(drawing.width == width)
        #expect((drawing.height == 0) == (width == 0))
        #expect(width == 0 || drawing.text == content?.value)
    }

    /// PLC-091
    @Test(arguments: [1.0, 2, 3])
    func `the middle stays where it is`(scale: Double) async throws {
        let phone = try PlacementPhone(PlacementServer { _ in .success(Self.badge("9")) })
        let app = try phone.start()
        let badge = app.placements.badge("more_games")
        let (drawn, view) = await Self.drawings(of: badge, BadgeRenderers(), scale: scale)
        for (value, count) in zip(["9", "10", "100", "10"], 2...) {
            phone.server.set { _ in .success(Self.badge(value)) }
            await badge.refresh()
            #expect(await eventually { drawn.withLock { $0.count } == count })
        }
        let badges = drawn.withLock { Array($0.dropFirst()) }
        #expect(badges.map(\.width) == [30, 40, 50, 40])
        let corners = badges.map { $0.origin(aroundX: 50, y: 40) }
        #expect(corners.map { $0.x } == [35, 30, 25, 30])
        #expect(corners.map { $0.y } == [26, 26, 26, 26])
        view.cancel()
        await app.close()
    }

    /// PLC-091
    @Test func `the middle stays within its pixel when a width is no whole number`() {
        for (width, scale) in [(30.1, 1.0), (30.1, 2.0), (33.37, 3.0), (41.9, 3.0)] {
            let drawing = BadgeRenderer.Drawing(width: width, height: 28, text: "9").aligned(toScale: scale)
            let left = drawing.origin(aroundX: 50, y: 40).x * scale
            let right = left + drawing.width * scale
            #expect(abs((left + right) / 2 - 50 * scale) < 0.01)
            #expect(width <= drawing.width)
            #expect(drawing.width < width + 1 / scale)
        }
    }

    @Test func `a renderer of the app's own replaces one, and impossible sizes draw nothing`() {
        var renderers = BadgeRenderers()
        renderers.set(BadgeRenderer { data, _ in .init(width: .nan, height: -4, text: data.value) }, for: "badge")
        let drawing = renderers.drawing(BadgeData(type: "badge", value: "5"), widthOfText: Self.width)
        #expect((drawing.width, drawing.height) == (0, 0))
        renderers.set(BadgeRenderer { _, _ in .init(width: 5, height: 5, text: "★") }, for: "star")
        #expect(renderers.drawing(BadgeData(type: "star", value: "1"), widthOfText: Self.width).text == "★")
    }
}
