import Foundation
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire
import Testing

/// HUB-001, HUB-007, HUB-008, HUB-073, HUB-082, HUB-083, HUB-085, HUB-133, HUB-135, HUB-187.
@Suite struct RefreshTests {
    private let article = ContentURI(hub: "brand", .article("news-1"))

    @Test func `a first refresh stores the release and every page reads back`() async throws {
        let device = try DeliveryFixture()
        let library = try await device.filledLibrary()
        let snapshot = try #require(library.open())
        #expect(library.isReady)
        #expect(snapshot.hubs().map(\.uri.hub) == ["brand"])
        let channels = snapshot.children(of: ContentURI(hub: "brand"))
        #expect(channels.map(\.title) == ["news", "food"])
        #expect(snapshot.children(of: channels[0].uri).map(\.position) == [0, 1, 2])
        #expect(try snapshot.page(article) == Data(SimulatedContent.sample().hubs[0].channels[0].articles[0].html.utf8))
        #expect(try snapshot.asset(ContentURI(hub: "brand", .asset("style.css")))?.mediaType == "text/css")
        #expect(snapshot.item(source: try #require(URL(string: "https://example.com/news/1")))?.uri == article)
        #expect(throws: HubError.self) { try snapshot.page(ContentURI(hub: "brand", .article("none"))) }
    }

    // HUB-083
    @Test func `nothing new costs one conditional request and posts no progress`() async throws {
        let device = try DeliveryFixture()
        let library = try await device.filledLibrary()
        device.changes.withLock { $0 = [] }
        guard case .unchanged(let bytes) = await library.refresh() else {
            Issue.record("expected no news")
            return
        }
        #expect(bytes == 0)
        #expect(device.service.takeRequests() == ["fresh"])
        let changes = device.changes.withLock { $0 }
        #expect(changes.dropLast() == [.downloading(true), .downloading(false)])
        guard case .ended(let report) = changes.last else {
            Issue.record("expected the end to be told last")
            return
        }
        #expect(report.result == .unchanged)
    }

    /// HUB-001: an edit reaches the device without anything but a refresh, as a difference.
    @Test func `one edited article is fetched as a difference of a few hundred bytes`() async throws {
        let device = try DeliveryFixture()
        var content = SimulatedContent.sample(articles: 40)
        let library = try await device.filledLibrary(content)
        content.hubs[0].channels[0].articles[0].html += "<p>One more sentence.</p>"
        try device.service.publish(content)
        let outcome = await library.refresh()
        guard case .updated(version: 2, let bytes) = outcome else {
            Issue.record("expected an update, got \(outcome)")
            return
        }
        #expect(bytes <= 3000)
        #expect(try library.open()?.page(article) == Data(content.hubs[0].channels[0].articles[0].html.utf8))
        #expect(device.service.takeRequests().filter { $0.contains("/delta/") }.count == 3)
    }

    // HUB-073, HUB-082
    @Test func `an open snapshot keeps its release and its file until it is let go`() async throws {
        let device = try DeliveryFixture()
        var content = SimulatedContent.sample()
        let library = try await device.filledLibrary(content)
        var pinned = library.open()
        content.hubs[0].channels[0].articles[0].html = "<p>new</p>"
        try device.service.publish(content)
        _ = await library.refresh()
        #expect(try pinned?.page(article) != Data("<p>new</p>".utf8))
        #expect(pinned?.version == 1)
        #expect(library.open()?.version == 2)
        #expect(device.contentFiles.count == 2)
        pinned = nil
        _ = await library.refresh()
        #expect(device.contentFiles.count == 1)
    }

    // HUB-008
    @Test func `a rollback is a higher version that downloads no page again`() async throws {
        let device = try DeliveryFixture()
        var content = SimulatedContent.sample()
        let library = try await device.filledLibrary(content)
        content.hubs[0].channels[0].articles[0].html = "<p>mistake</p>"
        try device.service.publish(content)
        _ = await library.refresh()
        try device.service.publish(.sample())
        _ = await library.refresh()
        let snapshot = try #require(library.open())
        #expect(snapshot.version == 3)
        #expect(try snapshot.page(article) != Data("<p>mistake</p>".utf8))
    }

    @Test func `a second caller joins the refresh under way`() async throws {
        let device = try DeliveryFixture()
        try device.service.publish(.sample())
        let library = try await device.library()
        async let first = library.refresh()
        async let second = library.refresh()
        _ = await (first, second)
        let fresh = device.service.takeRequests().filter { $0 == "fresh" }
        #expect(fresh.count <= 2)
        #expect(library.isReady)
        #expect(!library.isDownloading)
    }

    // HUB-085
    @Test func `an interrupted download goes on where it stopped`() async throws {
        let device = try DeliveryFixture()
        try device.service.publish(.sample(articles: 20))
        let library = try await device.library()
        let count = Locked(0)
        device.service.intercept { path throws(TransportError) in
            guard path.hasPrefix("objects/") else { return nil }
            let isOver = count.withLock { count in
                count += 1
                return count > 20
            }
            if isOver { throw TransportError(.interrupted, "cut") }
            return nil
        }
        #expect(await library.refresh().error?.code == .interrupted)
        #expect(!library.isReady)
        device.service.intercept(nil)
        _ = device.service.takeRequests()
        _ = await library.refresh()
        let rest = device.service.takeRequests().filter { $0.hasPrefix("objects/") }.count
        #expect(library.isReady)
        #expect(rest <= 48 - 20 && rest > 0)
    }

    // HUB-135
    @Test func `a failing download leaves the stored release ready`() async throws {
        let device = try DeliveryFixture()
        let library = try await device.filledLibrary()
        try device.service.publish(.sample(articles: 5))
        device.service.intercept { path throws(TransportError) in
            path.hasPrefix("objects/") ? TransportResponse(status: 404) : nil
        }
        #expect(await library.refresh().error?.code == .missing)
        #expect(library.isReady)
        #expect(library.open()?.version == 1)
    }

    // HUB-133
    @Test(arguments: [RefreshError.Code.offline, .cancelled])
    func `a refresh that fails or is cancelled is no longer downloading`(code: RefreshError.Code) async throws {
        let device = try DeliveryFixture()
        let library = try await device.filledLibrary()
        try device.service.publish(.sample(articles: 5))
        device.changes.withLock { $0 = [] }
        let during = Locked<[Bool]>([])
        device.service.intercept { [weak library] path throws(TransportError) in
            during.withLock { $0.append(library?.isDownloading == true) }
            guard path.hasPrefix("objects/") else { return nil }
            guard code == .cancelled else { throw TransportError(.unreachable, "gone") }
            library?.cancelRefresh()
            return nil
        }
        #expect(await library.refresh().error?.code == code)
        #expect(during.withLock { $0.count > 1 && $0.allSatisfy { $0 } })
        #expect(!library.isDownloading)
        let states = device.changes.withLock { changes in
            changes.compactMap { if case .downloading(let isDownloading) = $0 { isDownloading } else { nil } }
        }
        #expect(states == [true, false])
        #expect(library.isReady)
    }

    /// HUB-085: whatever step the disk fails at, the release before stays, and the next refresh succeeds.
    @Test(arguments: RefreshStep.allCases) func `a disk that fails at any step damages nothing`(step: RefreshStep)
        async throws
    {
        let device = try DeliveryFixture()
        let library = try await device.filledLibrary()
        try device.engine { engine in
            try engine.publishRoot(now: device.now, alsoSignedBy: [])
        }
        var content = SimulatedContent.sample(articles: 4)
        content.hubs[0].channels[0].articles[0].html = "<p>next</p>"
        try device.service.publish(content)
        device.fault.withLock { $0 = step }
        _ = await library.refresh()
        device.fault.withLock { $0 = nil }
        let reopened = try await device.library()
        let snapshot = try #require(reopened.open())
        #expect([1, 2].contains(snapshot.version))
        #expect(try !snapshot.page(article).isEmpty)
        _ = await reopened.refresh()
        #expect(reopened.open()?.version == 2)
    }

    /// HUB-169: what is proven counts at once; only a restart needs it on disk.
    @Test(arguments: [false, true])
    func `a pause is obeyed while the disk is full, and stored once there is room`(_ isBehindRoot: Bool) async throws {
        let device = try DeliveryFixture()
        let library = try await device.filledLibrary()
        let before = device.service.engine
        try device.engine { engine in
            if isBehindRoot { try engine.publishRoot(now: device.now) }
            try engine.publishFresh(now: device.now) { $0.state = .paused(reason: "x") }
        }
        device.fault.withLock { $0 = .stateWritten }
        #expect(await library.refresh().error?.code == .storage)
        #expect(library.fresh?.state == .paused(reason: "x"))
        #expect(library.isReady)
        #expect(library.open()?.version == 1)
        #expect(try await device.library().fresh?.state == .active)

        let paused = device.service.engine
        device.service.replace(before)
        #expect(await library.refresh().error?.code == .rollback)
        #expect(library.fresh?.state == .paused(reason: "x"))

        device.service.replace(paused)
        #expect(await library.refresh().error?.code == .storage)
        device.fault.withLock { $0 = nil }
        #expect(await library.refresh().error == nil)
        #expect(try await device.library().fresh?.state == .paused(reason: "x"))
    }
}
