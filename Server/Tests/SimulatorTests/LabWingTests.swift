import Foundation
import HTTPTypes
import MarqueeCore
import MarqueeTesting
import Testing

@testable import Simulator

/// What a wing brings: commands in the table, a part of the state, a tab and its script.
@Suite(.timeLimit(.minutes(10))) struct LabWingTests {
    /// A valid example of each command.
    private static let examples = [
        #"{"name":"device.network","network":"offline"}"#, #"{"name":"device.clock","seconds":60}"#,
        #"{"name":"device.locate","place":{"latitude":47.4,"longitude":11,"accuracy":5}}"#,
        #"{"name":"device.adTracking","adTracking":"allowed"}"#, #"{"name":"device.open","app":"brand"}"#,
        #"{"name":"device.home"}"#, #"{"name":"device.background"}"#, #"{"name":"device.foreground"}"#,
        #"{"name":"device.restart"}"#, #"{"name":"device.createUser","user":"ada","tags":["huts"]}"#,
        #"{"name":"device.activateUser","user":"ada"}"#, #"{"name":"device.tag","tag":"huts","change":2}"#,
        #"{"name":"device.flush"}"#,
        #"{"name":"hub.present","uri":"zbimdb://brand/","tags":["huts"],"entryPoint":"home","mode":"modal"}"#,
        #"{"name":"hub.presentAgain"}"#, #"{"name":"hub.dismiss"}"#, #"{"name":"hub.back"}"#,
        #"{"name":"hub.forward"}"#, #"{"name":"hub.answer","leaves":true}"#, #"{"name":"hub.rendered","visit":1}"#,
        #"{"name":"hub.scrolled","visit":1,"number":20,"depth":0.5}"#,
        #"{"name":"hub.link","visit":1,"text":"https://out.example/"}"#,
        #"{"name":"hub.blocked","visit":1,"text":"https://out.example/","trigger":"img-src"}"#,
        #"{"name":"hub.played","visit":1,"text":"film"}"#, #"{"name":"hub.refresh"}"#,
        #"{"name":"hub.scheme","scheme":"dark"}"#, #"{"name":"hub.contentSource","contentSource":"localOnly"}"#,
        #"{"name":"hub.whitelist","domain":"out.example"}"#,
        #"{"name":"engage.network","network":"failing"}"#, #"{"name":"engage.signIn","signIn":"frozen"}"#,
        #"{"name":"engage.augmentation","augmentation":"frozen"}"#,
        #"{"name":"engage.notifications","notifications":"denied"}"#, #"{"name":"engage.privacy","privacy":"limited"}"#,
        #"{"name":"engage.track","kind":"custom","text":"t","callToAction":"c","code":7,"values":{"a":"b"}}"#,
        #"{"name":"engage.flush"}"#, #"{"name":"engage.deleteEvents"}"#,
        #"{"name":"engage.setCampaign","campaign":"snow","expiration":"2 days"}"#,
        #"{"name":"engage.openLink","url":"app://offers","condition":"killed"}"#,
        #"{"name":"engage.push","payload":"{}","condition":"background"}"#,
        #"{"name":"engage.openNotification","number":1}"#, #"{"name":"engage.storeUser","user":"ada"}"#,
        #"{"name":"engage.setUpRecipient"}"#, #"{"name":"engage.chooseRecipient","user":"ada"}"#,
        #"{"name":"engage.checkIdentity","ids":{"card":"7"}}"#,
        #"{"name":"placements.network","network":"offline"}"#, #"{"name":"placements.clock","seconds":60}"#,
        #"{"name":"placements.restart"}"#, #"{"name":"placements.background"}"#, #"{"name":"placements.foreground"}"#,
        #"{"name":"placements.open"}"#, #"{"name":"placements.preload","tag":"level_end"}"#,
        #"{"name":"placements.present","tag":"level_end","overlay":"immediately"}"#,
        #"{"name":"placements.cancel","tag":"level_end"}"#, #"{"name":"placements.changeBadge","change":"clear"}"#,
        #"{"name":"placements.putStone"}"#, #"{"name":"placements.atStart","atStart":"launch"}"#,
        #"{"name":"placements.buy","product":"lantern","quantity":2}"#,
        #"{"name":"placements.settle","answer":"cancel"}"#, #"{"name":"placements.approve"}"#,
        #"{"name":"placements.account","account":"production"}"#, #"{"name":"placements.rewards","rewards":"held"}"#,
        #"{"name":"placements.acknowledge"}"#, #"{"name":"placements.optOut","optOut":"optedOut"}"#,
        #"{"name":"placements.customID","id":"ada"}"#, #"{"name":"placements.plugin","id":"unity"}"#,
        #"{"name":"placements.fault","fault":"oldVersion"}"#, #"{"name":"placements.system","system":"old"}"#,
        #"{"name":"placements.resizeScreen","width":393,"height":852}"#,
        #"{"name":"placements.loaded","stage":"t","view":1}"#,
        #"{"name":"placements.message","stage":"t","view":1,"text":"{}"}"#,
        #"{"name":"placements.answered","stage":"t","view":1,"number":1,"failure":"f"}"#,
        #"{"name":"placements.tapClose","stage":"t"}"#,
    ]
    private let table = CommandTable(LabWings.all)

    private func members(_ json: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    }

    @Test func `each command of the table has an example`() throws {
        let names = try Self.examples.map { try #require(try members($0)["name"] as? String) }
        #expect(names.sorted() == table.names)
        #expect(LabWings.all.flatMap(\.commands).count == names.count, "no two commands have one name")
        #expect(Set(LabWings.all.map(\.id)).count == LabWings.all.count)
    }

    @Test(arguments: examples) func `a command is decoded, and with a member of a wrong type it is refused`(
        _ example: String
    ) throws {
        _ = try table.command(json: Data(example.utf8))
        for member in try members(example).keys {
            var wrong = try members(example)
            wrong[member] = ["place", "values", "ids"].contains(member) ? 7 : [[:]] as [[String: Any]]
            let json = try JSONSerialization.data(withJSONObject: wrong)
            let error = #expect(throws: LabError.self) { try table.command(json: json) }
            #expect(error?.code == .badCommand && error?.message.hasSuffix("is of a wrong type") == true)
            #expect(error?.message.contains("\"\(member)") == true, "\(error?.message ?? "")")
        }
    }

    /// The commands that need no app in front; every other command is the app's.
    private static let phoneCommands: Set = [
        "device.network", "device.clock", "device.locate", "device.adTracking", "device.open", "device.home",
        "engage.network", "engage.signIn", "engage.augmentation", "engage.notifications", "placements.network",
        "placements.clock", "placements.atStart", "placements.account", "placements.rewards", "placements.fault",
        "placements.system", "placements.resizeScreen",
    ]
    /// What a phone says of a command that names what the phone does not have.
    private static let refusals = ["engage.openNotification": "the notification 1 is no longer on the phone"]

    @Test(arguments: examples)
    func `a phone on its home screen runs its own commands and refuses those of apps`(_ example: String) async throws {
        let fixture = try LabFixture()
        let phone = try await fixture.phone()
        try await fixture.command(phone, "device.home")
        let answer = try await fixture.send(.post, "/lab/api/devices/\(phone)/commands", json: example)
        if Self.phoneCommands.contains(try #require(try members(example)["name"] as? String)) {
            #expect(answer.status == .ok, "\(answer.message)")
        } else {
            #expect(answer.status == .conflict)
            let name = try #require(try members(example)["name"] as? String)
            #expect(answer.message == Self.refusals[name] ?? "the phone shows its home screen; open an app first")
        }
    }

    @Test func `a wing's state stands under its id, and only while it has one`() async throws {
        let fixture = try LabFixture()
        let phone = try await fixture.phone()
        func keys() async throws -> [String] {
            let answer = try await fixture.send(.get, "/lab/api/devices")
            let list = try JSONSerialization.jsonObject(with: answer.body) as? [[String: Any]]
            return try #require(list?.first).keys.sorted()
        }
        #expect(try await keys() == ["device", "engage", "hub", "id", "placements", "revision", "started"])
        try await fixture.command(phone, "device.home")
        #expect(try await keys() == ["device", "engage", "id", "placements", "revision", "started"])
    }

    @Test func `a further wing needs its place in the list only`() async throws {
        struct Lamp: LabWing {
            struct Switch: LabCommand {
                static let name = "switch"
                let isOn: Bool

                func run(_ call: CommandCall) {
                    call.device.feed.add(.log, "lamp", isOn ? "on" : "off")
                }
            }

            let id = "lamp"
            let title = "Lamp"
            var commands: [any LabCommand.Type] { [Switch.self] }

            func state(_ moment: DeviceMoment) -> (any Encodable & Sendable)? { ["phone": moment.device.id] }
        }
        let fixture = try LabFixture(wings: LabWings.all + [Lamp()])
        let phone = try await fixture.phone()
        let answer = try await fixture.attempt(phone, "lamp.switch", ["isOn": true])
        #expect(answer.status == .ok)
        #expect(String(decoding: answer.body, as: UTF8.self).contains(#""lamp":{"phone":"1"}"#))
        #expect(try await fixture.entry(phone) { $0.title == "lamp" }.detail == "on")
        let wrong = try await fixture.attempt(phone, "lamp.switch")
        #expect(wrong.status == .badRequest && wrong.message == "lamp.switch lacks its \"isOn\"")
    }

    @Test(arguments: LabWings.all.map(\.id)) func `a wing has a tab, a panel and a script`(_ id: String) async throws {
        let fixture = try LabFixture()
        let page = String(decoding: try await fixture.send(.get, "/lab").body, as: UTF8.self)
        #expect(page.contains(#"role="tab" type="button" id="tab-\#(id)""#))
        #expect(page.contains(#"class="wing" id="wing-\#(id)" data-wing="\#(id)" aria-labelledby="tab-\#(id)""#))
        #expect(!page.contains("{{"))
        #expect(try await fixture.send(.get, "/lab/wings/\(id).js").status == .ok)
        #expect(try await fixture.send(.get, "/lab/wings/\(id).html").status == .notFound)
    }

    @Test func `everything that the lab's pages and scripts load is served`() async throws {
        let fixture = try LabFixture()
        var open = ["/lab", "/lab/mraid"] + LabWings.all.map { "/lab/wings/\($0.id).js" }
        var seen = Set(open)
        while let path = open.popLast() {
            let answer = try await fixture.send(.get, path)
            #expect(answer.status == .ok, "\(path)")
            let names = String(decoding: answer.body, as: UTF8.self).matches(of: /"(\/lab\/assets\/[a-z.-]+)"/)
            for name in names.map({ String($0.1) }) where seen.insert(name).inserted { open.append(name) }
        }
        #expect(seen.contains("/lab/assets/hub-screen.js") && seen.contains("/lab/assets/stage.js"))
    }
}
