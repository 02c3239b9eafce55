import Foundation
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire
import Testing

// HUB-010, HUB-011, HUB-012, HUB-026…028
@Suite(.serialized, .timeLimit(.minutes(10))) struct MarqueeStartTests {
    /// A time limit that only ends a blocked test. The duration of a start on a busy machine proves nothing, so the
    /// tests check that the start does no slow work.
    private static let patience = Duration.seconds(10)

    private func environment(_ folder: TemporaryFolder) -> Environment {
        Environment(
            folder: folder.url, transport: FakeTransport(), clock: ManualClock())
    }

    @Test func `a hundred concurrent starts make one instance`() async throws {
        let before = await #expect(throws: MarqueeError.self) { try await Marquee.started() }
        #expect(before?.code == .invalidState)
        #expect(before?.message == "Marquee.start was not called")
        let folders = try (0..<100).map { _ in try TemporaryFolder() }
        let instances = try await withThrowingTaskGroup(of: Marquee.self) { group in
            for folder in folders {
                group.addTask {
                    try await Marquee.start(.load(file: nil), environment: environment(folder), precached: nil)
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let first = try #require(instances.first)
        #expect(instances.count == 100)
        #expect(instances.allSatisfy { $0 === first })
        #expect(try await Marquee.started() === first)
        let opened = folders.count {
            (try? FileManager.default.contentsOfDirectory(atPath: $0.url.path))?.isEmpty == false
        }
        #expect(opened == 1)
        await first.close()
        await #expect(throws: MarqueeError.self) { try await Marquee.started() }
    }

    @Test(arguments: [[AppState.background, .background], [.background, .foreground], [.foreground]])
    func `a start asks where the app is, and in the background once more when it follows the app`(
        answers: [AppState]
    ) async throws {
        let folder = try TemporaryFolder()
        let left = Locked(answers)
        let marquee = try await Marquee.start(
            .load(file: nil), environment: environment(folder), precached: nil,
            appState: { left.withLock { $0.removeFirst() } })
        #expect(left.withLock { $0 }.isEmpty)
        #expect(marquee.core.appState == answers.last)
        #expect(marquee.core.sessionID.isEmpty == (answers.last == .background))
        await marquee.close()
    }

    @Test func `an unusable configuration is logged, and presenting throws the reason`() async throws {
        let folder = try TemporaryFolder()
        let log = Log()
        let lines = RecordingLog()
        log.setReceiver(lines)
        let marquee = try Marquee(
            configuration: .load(file: folder.url.appending(path: "zbimconfig.plist")),
            environment: environment(folder), log: log)
        marquee.run()
        marquee.run()
        #expect(lines.messages(.criticalError).count == 1)
        try marquee.users.create("reader")
        try marquee.users.activate("reader")
        let surface = RecordingSurface()
        let error = await #expect(throws: HubError.self) { try await marquee.hub.present(on: surface) }
        #expect(error?.code == .invalidState)
        #expect(error?.message.contains("zbimconfig.plist is missing") == true)
        #expect(surface.calls.isEmpty)
        #expect(!marquee.hub.isReady)
        #expect(!marquee.hub.isDownloading)
        await marquee.close()
    }

    // HUB-212
    @Test func `the app's rule replaces the system's rule for the advertiser id`() async throws {
        final class Rule: AdvertiserSource {
            func advertiserID() -> String? { "the app's own" }
        }
        let folder = try TemporaryFolder()
        let marquee = try Marquee(
            configuration: .load(file: nil), environment: environment(folder),
            advertiser: Marquee.Advertiser(system: { .init(id: "the system's", isLimited: false) }))
        #expect(await marquee.core.advertiser.id() == "the system's")
        let rule = Rule()
        marquee.core.advertiser.setSource(rule)
        #expect(await marquee.core.advertiser.id() == "the app's own")
        marquee.core.advertiser.setSource(nil)
        #expect(await marquee.core.advertiser.id() == "the system's")
        try marquee.consent.limitTracking(true)
        #expect(await marquee.core.advertiser.id() == nil)
        await marquee.close()
    }

    @Test func `an app without a hub starts without a warning`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "marquee.json")
        try Data(#"{"service": "https://marquee.example/v1/apps/brand/main", "app": "brand"}"#.utf8).write(to: file)
        let messages = RecordingLog()
        let log = Log(build: .debug)
        log.setReceiver(messages)
        let marquee = try Marquee(configuration: .load(file: file), environment: environment(folder), log: log)
        marquee.run()
        try await marquee.record("level_finished", ["level": 3])
        #expect(messages.entries.filter { $0.severity != .info } == [])
        try marquee.users.create("reader")
        try marquee.users.activate("reader")
        let error = await #expect(throws: HubError.self) { try await marquee.hub.present(on: RecordingSurface()) }
        #expect(error?.code == .invalidState)
        #expect(error?.message.contains("there is no public key") == true)
        await marquee.close()
    }

    @Test func `a start without network and content is quick, and the hub is not ready`() async throws {
        let folder = try TemporaryFolder()
        let service = try #require(URL(string: "https://marquee.example/v1/apps/brand/main"))
        let begin = ContinuousClock.now
        let marquee = try Marquee(
            configuration: Configuration(service: service, trustAnchors: []), environment: environment(folder))
        marquee.run()
        #expect(ContinuousClock.now - begin < Self.patience)
        #expect(!marquee.hub.isReady)
        #expect(!marquee.hub.isDisplaying)
        await marquee.close()
    }

    // HUB-028
    @Test func `a start with stored content makes no content request and is ready`() async throws {
        let folder = try TemporaryFolder()
        let device = try StoredService(in: folder)
        try await device.fill()
        let before = try device.contentFiles()
        let steps = Locked<[FaultPoint]>([])
        let network = FakeTransport()
        let begin = ContinuousClock.now
        let marquee = try Marquee(
            configuration: device.configuration,
            environment: device.environment(network) { point in steps.withLock { $0.append(point) } })
        marquee.run()
        #expect(ContinuousClock.now - begin < Self.patience)
        #expect(await eventually { marquee.hub.isReady })
        #expect(!marquee.hub.isDownloading)
        await marquee.close()
        #expect(network.requests.allSatisfy { $0.url.path.hasSuffix("/events") })
        #expect(steps.withLock { steps in steps.filter { $0.rawValue.hasPrefix("refresh.") } } == [])
        #expect(try device.contentFiles() == before)
    }

    // HUB-028
    @Test func `the start does not wait for the refresh that it begins`() async throws {
        let folder = try TemporaryFolder()
        let device = try StoredService(in: folder)
        try await device.fill(.recurring)
        let clock = device.clock
        let network = FakeTransport { request throws(TransportError) in
            if request.url.path.hasSuffix("/fresh") { try? await clock.sleep(.seconds(3_600)) }
            throw TransportError(.unreachable, "the network is off")
        }
        let marquee = try Marquee(configuration: device.configuration, environment: device.environment(network))
        marquee.run()
        #expect(await eventually { marquee.hub.isReady })
        #expect(await eventually { network.requests.contains { $0.url.path.hasSuffix("/fresh") } })
        #expect(marquee.hub.isDownloading)
        let hub = try await marquee.hub.present(on: RecordingSurface())
        #expect(hub.contentVersion == 1)
        try hub.dismiss()
        #expect(marquee.hub.isDownloading)
        #expect(
            await eventually {
                clock.advance(by: .seconds(3_600))
                return !marquee.hub.isDownloading
            })
        await marquee.close()
    }

    // HUB-133
    @Test func `closing ends a download, which then cannot change the content of the next start`() async throws {
        let folder = try TemporaryFolder()
        let device = try StoredService(in: folder)
        let (clock, service) = (device.clock, device.service)
        let slow = FakeTransport { request throws(TransportError) in
            if request.url.path.contains("/objects/") {
                do { try await clock.sleep(.seconds(3_600)) } catch {
                    throw TransportError(.cancelled, "the download was cancelled")
                }
            }
            return try await service.send(request, progress: nil)
        }
        let steps = Locked<[FaultPoint]>([])
        let first = try await Marquee.start(
            device.configuration,
            environment: device.environment(slow) { point in steps.withLock { $0.append(point) } },
            precached: nil)
        async let outcome = first.hub.refresh()
        #expect(await eventually { clock.sleepers > 0 && slow.requests.contains { $0.url.path.contains("/objects/") } })
        await first.close()
        #expect(!first.hub.isDownloading)
        #expect(await outcome.error?.code == .cancelled)
        let before = steps.withLock { $0 }

        let second = try await Marquee.start(
            device.configuration, environment: device.environment(service), precached: nil)
        #expect(await second.hub.refresh().error == nil)
        clock.advance(by: .seconds(3_600))
        #expect(await first.hub.refresh().error?.code == .cancelled)
        #expect(steps.withLock { $0 } == before)
        #expect(second.hub.isReady)
        await second.close()
    }

    // HUB-207
    @Test func `the app's instance hears from the system when the app leaves and comes back`() async throws {
        let folder = try TemporaryFolder()
        let marquee = try await Marquee.start(.load(file: nil), environment: environment(folder), precached: nil)
        let system = NotificationCenter.default
        system.post(name: Notification.Name("UIApplicationDidEnterBackgroundNotification"), object: nil)
        #expect(await eventually { marquee.core.appState == .background })
        system.post(name: Notification.Name("UIApplicationWillEnterForegroundNotification"), object: nil)
        #expect(await eventually { marquee.core.appState == .foreground })
        marquee.track("about_to_end")
        // On a thread that runs no task, as the main thread of an app.
        Thread.detachNewThread {
            NotificationCenter.default.post(
                name: Notification.Name("UIApplicationWillTerminateNotification"), object: nil)
        }
        #expect(await eventually { marquee.core.appState == .background })
        #expect(try await eventually { try marquee.core.outbox.counts().notPosted > 0 })
        await marquee.close()
    }

    // HUB-010, HUB-011
    @Test func `the quick start shows a hub and creates its user once`() async throws {
        let folder = try TemporaryFolder()
        let device = try StoredService(in: folder)
        for visit in 1...2 {
            let marquee = try await Marquee.start(
                device.configuration, environment: device.environment(device.service), precached: nil)
            let surface = RecordingSurface()
            try await showContent(on: surface)
            #expect(surface.pages.map(\.type) == [.hub])
            #expect(marquee.hub.current?.contentVersion == 1)
            let user = try #require(marquee.users.active)
            #expect(try marquee.users.all() == [user])
            #expect(await marquee.hub.refresh().error == nil)
            #expect(try await Self.told(marquee, "hub_presented") == visit)
            #expect(try await Self.told(marquee, "content_opened") == visit)
            await marquee.close()
        }
    }

    /// How often the event was recorded, in any status.
    private static func told(_ marquee: Marquee, _ name: String) async throws -> Int {
        try await marquee.core.outbox.flush()
        return try marquee.core.outbox.stored(limit: 1_000).count { event in
            try JSONDecoder().decode(Event.self, from: event.body).name == name
        }
    }
}
