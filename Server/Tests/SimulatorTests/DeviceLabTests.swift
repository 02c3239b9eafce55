import Foundation
import HTTPTypes
import Marquee
import MarqueeCore
import MarqueeEngage
import MarqueeHub
import MarqueePlacements
import MarqueeTesting
import MarqueeWire
import Testing

@testable import Simulator

/// HUB-244: phones side by side, and when they go.
@Suite(.timeLimit(.minutes(10))) struct DeviceLabTests {
    private let fixture: LabFixture

    init() throws {
        fixture = try LabFixture()
    }

    private func folders() -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: fixture.folder.url.path))?.sorted() ?? []
    }

    @Test func `each phone has its own folder, network and appearance`() async throws {
        let (one, two) = (try await fixture.phone(), try await fixture.phone())
        try await fixture.command(one, "device.network", ["network": "offline"])
        try await fixture.command(one, "hub.scheme", ["scheme": "light"])
        let other = try fixture.state(two)
        #expect(other.device.network == "online" && other.hub?.scheme == "dark")
        #expect(folders() == [one, two])
        #expect(try fixture.hub(one).token != other.hub?.token)
    }

    @Test func `a removed phone leaves nothing behind`() async throws {
        let phone = try await fixture.phone()
        #expect(try await fixture.send(.delete, "/lab/api/devices/\(phone)").status == .noContent)
        #expect(folders().isEmpty && fixture.lab.all.isEmpty)
    }

    @Test(arguments: [true, false]) func `a killed app ends its work and lets go of its files`(
        isHubOpen: Bool
    ) async throws {
        let game = GameServer()
        let fixture = try LabFixture(game: game)
        let phone = try await fixture.phone()
        try await fixture.command(
            phone, "device.locate", ["place": ["latitude": 33.7, "longitude": -84.4, "accuracy": 10]])
        if isHubOpen { try await fixture.open(phone) }
        let killed = Kept(try fixture.app(phone))
        try await fixture.command(phone, "device.restart")
        let isGone = await eventually { killed.parts.isEmpty }
        #expect(isGone, "\(killed.parts)")
    }

    private struct Kept {
        weak let process: AppProcess?
        weak let game: SampleGame?
        weak let placements: Placements?
        weak let engage: Engage?
        weak let hub: Hub?
        weak let core: Core?
        weak let outbox: Outbox?

        init(_ process: AppProcess) {
            let marquee = process.marquee
            (self.process, game, placements) = (process, process.game, marquee.placements)
            (engage, hub, core, outbox) = (marquee.engage, marquee.hub, marquee.core, marquee.core.outbox)
        }

        var parts: [String] {
            let parts: [String: (any AnyObject)?] = [
                "process": process, "game": game, "placements": placements, "engage": engage, "hub": hub, "core": core,
                "outbox": outbox,
            ]
            return parts.filter { $0.value != nil }.keys.sorted()
        }
    }

    @Test func `a phone carries the app that was chosen, also after a kill, or the first with a release`() async throws
    {
        let (empty, demo) = (
            LabApp(id: "acme", name: "Acme", hasRelease: false), LabApp(id: "demo", name: "Demo", hasRelease: true)
        )
        let other = LabApp(id: "other", name: "Other", hasRelease: true)
        let apps = Locked([empty])
        let fixture = try LabFixture { apps.withLock { $0 } }
        func app(_ json: String?) async throws -> String {
            let answer = try await fixture.send(.post, "/lab/api/devices", json: json)
            return try fixture.app(answer.decoded(PhoneState.self).id).app.id
        }
        #expect(try await app(nil) == "acme", "there is no other")
        apps.withLock { $0 = [empty, demo, other] }
        #expect(try await app(nil) == "demo")
        #expect(try await app(#"{"app":"other"}"#) == "other")
        #expect(try await app(#"{"app":"acme"}"#) == "acme")
        #expect(try await fixture.command("3", "device.restart").device.app?.name == "Other")
        let folder = fixture.folder.url.appending(path: "3").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["other"])
        #expect(try await fixture.send(.get, "/lab/api/apps").decoded([LabApp].self) == [demo, other])
    }

    @Test func `a phone that is switched on while another leaves keeps its folder`() async throws {
        let transport = HeldTransport()
        let configuration = Configuration(service: fixture.service.url, trustAnchors: [try fixture.service.publicKey()])
        let apps = SimulatedApps(configuration: configuration)
        let lab = DeviceLab(folder: fixture.folder.url, transport: transport, apps: apps)
        let old = try await lab.add()
        let refresh = try lab.commands.command(json: Data(#"{"name":"hub.refresh"}"#.utf8)).command
        try await refresh.run(CommandCall(lab: lab, device: old, contentOrigin: "http://127.0.0.1", appID: nil))
        try #require(await eventually { transport.isAsked })
        let removal = Task { try await lab.remove(old.id) }
        try #require(await eventually { lab.all.isEmpty })
        let new = try await lab.add()
        #expect(new.id != old.id)
        transport.letGo()
        try await removal.value
        #expect(folders() == [new.id])
        await lab.close()
    }

    @Test func `at most eight phones exist, and a new one replaces an unused one`() async throws {
        for _ in 0..<DeviceLab.maximumDevices { _ = try await fixture.phone() }
        let refusal = try await fixture.send(.post, "/lab/api/devices")
        #expect(refusal.status == .conflict)
        #expect(refusal.message == "at most 8 devices run at once; remove one first")
        fixture.uptime.withLock { $0 += DeviceLab.idleBeforeGivingWay }
        for phone in fixture.lab.all where phone.id != "3" { phone.touch() }
        #expect(try await fixture.phone() == "9")
        #expect(!fixture.lab.all.map(\.id).contains("3"))
        #expect(!folders().contains("3"))
    }

    @Test func `a phone that nobody uses or watches is removed`() async throws {
        let (left, watched) = (try await fixture.phone(), try await fixture.phone())
        let signals = try fixture.lab.device(watched).feed.watch()
        fixture.uptime.withLock { $0 += DeviceLab.idleLimit }
        let answer = try await fixture.send(.get, "/lab/api/devices")
        #expect(try answer.decoded([PhoneState].self).map(\.id) == [watched])
        #expect(folders() == [watched])
        #expect(!fixture.lab.all.map(\.id).contains(left))
        withExtendedLifetime(signals) {}
    }
}
