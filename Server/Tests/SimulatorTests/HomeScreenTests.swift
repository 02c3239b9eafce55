import Foundation
import HTTPTypes
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire
import Testing

@testable import Simulator

/// HUB-244: several apps on one phone, each a real SDK instance.
@Suite(.timeLimit(.minutes(10))) struct HomeScreenTests {
    private static let (one, two) = (
        LabApp(id: "one", name: "One", hasRelease: true), LabApp(id: "two", name: "Two", hasRelease: true)
    )
    private let apps = Locked([one, two])
    private let fixture: LabFixture

    init() throws {
        let apps = apps
        fixture = try LabFixture { apps.withLock { $0 } }
    }

    @Test func `the home screen has an icon for each app, and a tap opens it`() async throws {
        let phone = try await fixture.phone()
        #expect(try fixture.state(phone).device.app?.id == "one")
        let shown = try await fixture.command(phone, "device.open", ["app": "two"])
        #expect(shown.device.app?.id == "two" && shown.device.app?.isForeground == true)
        #expect(shown.device.icons.map(\.id) == ["one", "two"] && shown.device.icons.allSatisfy(\.isRunning))
        #expect(shown.hub?.isDisplaying == false)
        let home = try await fixture.command(phone, "device.home")
        #expect(home.device.app == nil && home.hub == nil)
        let folder = fixture.folder.url.appending(path: phone).path
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["one", "two"])
    }

    @Test func `an app keeps its state while another is used, and none of it reaches that one`() async throws {
        let phone = try await fixture.phone()
        try await fixture.command(phone, "device.createUser", ["user": "ada"])
        try await fixture.command(phone, "device.activateUser", ["user": "ada"])
        try await fixture.command(phone, "device.tag", ["tag": "huts"])
        try await fixture.command(phone, "hub.scheme", ["scheme": "light"])
        let page = try await fixture.open(phone, ["uri": "zbimdb://brand/a/news-2"])
        let first = try fixture.app(phone)

        let other = try await fixture.command(phone, "device.open", ["app": "two"])
        #expect(other.device.app?.users.contains("ada") == false && other.device.app?.tags.isEmpty == true)
        #expect(other.hub?.scheme == "dark" && other.hub?.page == nil && other.hub?.token != page.token)
        let second = try fixture.app(phone)
        #expect(first.marquee.core.installID != second.marquee.core.installID)
        #expect(first.marquee.core.installID.hasPrefix("lab-"), "readers' figures leave the lab out")
        try await fixture.command(phone, "hub.whitelist", ["domain": "out.example"])
        try await fixture.command(phone, "device.home")

        let again = try await fixture.command(phone, "device.open", ["app": "one"])
        #expect(again.device.app?.user == "ada" && again.device.app?.tags.contains { $0.name == "huts" } == true)
        #expect(again.hub?.page?.uri == "zbimdb://brand/a/news-2" && again.hub?.isDisplaying == true)
        #expect(again.hub?.process == 1, "it was in memory")
    }

    @Test func `an app that is left goes to the background, and its session lasts as on a phone`() async throws {
        let phone = try await fixture.phone()
        let core = try fixture.app(phone).marquee.core
        let session = core.sessionID
        try await fixture.command(phone, "device.open", ["app": "two"])
        #expect(await eventually { core.appState == .background })
        try await fixture.command(phone, "device.open", ["app": "one"])
        #expect(await eventually { core.appState == .foreground })
        #expect(core.sessionID == session, "it was away for a moment only")

        try await fixture.command(phone, "device.home")
        #expect(await eventually { core.appState == .background })
        try await fixture.command(phone, "device.clock", ["seconds": 3600])
        try await fixture.command(phone, "device.open", ["app": "one"])
        #expect(await eventually { core.appState == .foreground && core.sessionID != session })
    }

    @Test func `a command acts on the app that it names, or on the one in front`() async throws {
        let phone = try await fixture.phone()
        let first = try fixture.app(phone)
        try await fixture.command(phone, "device.open", ["app": "two"])
        let shown = try await fixture.command(phone, "hub.scheme", ["app": "one", "scheme": "light"])
        #expect(shown.hub?.scheme == "dark" && first.marquee.hub.colorScheme == .light)
        try await fixture.command(phone, "hub.scheme", ["scheme": "light"])
        #expect(try fixture.hub(phone).scheme == "light")
    }

    @Test(arguments: [
        ("device.background", nil, "the phone shows its home screen; open an app first"),
        ("device.restart", nil, "the phone shows its home screen; open an app first"),
        ("hub.present", nil, "the phone shows its home screen; open an app first"),
        ("hub.refresh", "two", "the app two does not run on this phone; open it first"),
        ("device.foreground", "one", "the app one is not in front; open it"),
    ])
    func `a command for an app that is not there is refused`(
        _ name: String, _ app: String?, _ message: String
    ) async throws {
        let phone = try await fixture.phone()
        try await fixture.command(phone, "device.home")
        let answer = try await fixture.attempt(phone, name, app.map { ["app": $0] } ?? [:])
        #expect(answer.status == .conflict)
        #expect(answer.message == message)
    }

    @Test func `an app that the server does not have cannot be opened`() async throws {
        let phone = try await fixture.phone()
        let answer = try await fixture.attempt(phone, "device.open", ["app": "none"])
        #expect(answer.status == .notFound && answer.message == "there is no app none")
        #expect(try fixture.state(phone).device.app?.id == "one")
    }

    @Test func `a kill of one app leaves the other as it is`() async throws {
        let phone = try await fixture.phone()
        let first = try fixture.app(phone)
        try await fixture.command(phone, "device.open", ["app": "two"])
        let killed = try fixture.app(phone)
        let state = try await fixture.command(phone, "device.restart")
        #expect(state.device.app?.id == "two" && state.hub?.process == 3)
        let running = try fixture.lab.device(phone).running
        #expect(running.contains { $0 === first } && !running.contains { $0 === killed })
    }

    @Test(arguments: [false, true])
    func `the SDK of a killed app goes from memory, also when it shows a hub`(_ showsHub: Bool) async throws {
        let phone = try await fixture.phone()
        if showsHub { try await fixture.open(phone) }
        let isGone: @Sendable () -> Bool = {
            [weak marquee = try fixture.app(phone).marquee, weak core = try fixture.app(phone).marquee.core] in
            marquee == nil && core == nil
        }
        #expect(!isGone())
        try await fixture.command(phone, "device.restart")
        #expect(await eventually(isGone))
    }

    @Test func `with too many apps in memory the one that was left first is ended, and starts from its disk`()
        async throws
    {
        apps.withLock { $0 = (0...Device.maximumProcesses).map { LabApp(id: "a\($0)", name: "A", hasRelease: true) } }
        let phone = try await fixture.phone()
        try await fixture.command(phone, "device.createUser", ["user": "ada"])
        for number in 1...Device.maximumProcesses {
            try await fixture.command(phone, "device.open", ["app": "a\(number)"])
        }
        #expect(try fixture.state(phone).device.icons.filter { !$0.isRunning }.map(\.id) == ["a0"])
        let again = try await fixture.command(phone, "device.open", ["app": "a0"])
        #expect(again.device.app?.users.contains("ada") == true)
        #expect(again.device.icons.filter { !$0.isRunning }.map(\.id) == ["a1"])
    }

    @Test func `an app that was made later appears on the home screen, up to a number of icons`() async throws {
        let phone = try await fixture.phone()
        let more = (0..<DeviceWing.maximumIcons).map { LabApp(id: "more\($0)", name: "More", hasRelease: false) }
        let events = Task {
            try await fixture.feed(phone) { _, data in String(decoding: data, as: UTF8.self).contains("more0") }
        }
        #expect(await eventually { fixture.lab.isWatched })
        apps.withLock { $0 += more }
        try await fixture.lab.readApps()
        #expect(try await !events.value.isEmpty)
        let device = try fixture.state(phone).device
        #expect(device.icons.count == DeviceWing.maximumIcons && device.iconsLeftOut == 2)
        #expect(device.icons.last?.hasRelease == false)
        #expect(try await fixture.command(phone, "device.open", ["app": "more23"]).device.app?.id == "more23")
    }

    @Test func `of many taps at once each app starts once, and one app is in front`() async throws {
        let phone = try await fixture.phone()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask {
                    try await fixture.command(phone, "device.open", ["app": number.isMultiple(of: 2) ? "one" : "two"])
                }
            }
            try await group.waitForAll()
        }
        let device = try fixture.lab.device(phone)
        #expect(device.running.map(\.number).sorted() == [1, 2])
        for process in device.running {
            let state: AppState = process === device.front ? .foreground : .background
            #expect(await eventually { process.marquee.core.appState == state })
        }
    }

    @Test func `a phone that was removed starts no app`() async throws {
        let device = try fixture.lab.device(try await fixture.phone())
        try await fixture.lab.remove(device.id)
        await #expect(throws: LabError.self) { try await fixture.lab.open("two", on: device) }
        #expect(!FileManager.default.fileExists(atPath: fixture.folder.url.appending(path: device.id).path))
    }

    @Test func `entries of the feed name their app`() async throws {
        let phone = try await fixture.phone()
        try await fixture.command(phone, "device.open", ["app": "two"])
        try await fixture.command(phone, "hub.refresh", ["app": "one"])
        #expect(try await fixture.entry(phone) { $0.title == "refresh" }.app == "One")
    }
}
