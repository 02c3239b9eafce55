import Foundation
import HTTPTypes
import Marquee
import MarqueeCore
import MarqueeHub
import MarqueeTesting
import MarqueeWire
import Testing

@testable import Web
@testable import Simulator

/// Who may use the lab, what it answers to nonsense, and what lies on which origin. HUB-160, HUB-244
@Suite(.timeLimit(.minutes(10))) struct LabRoutesTests {
    private let fixture: LabFixture

    init() throws {
        fixture = try LabFixture()
    }

    @Test(arguments: [
        (HTTPRequest.Method.post, "/lab/api/devices/7/commands"), (.delete, "/lab/api/devices/7"),
        (.get, "/lab/api/devices/7/feed"),
    ])
    func `a phone that does not exist is not found`(_ method: HTTPRequest.Method, _ path: String) async throws {
        let answer = try await fixture.send(method, path, json: #"{"name":"hub.back"}"#)
        #expect(answer.status == .notFound)
        #expect(answer.message == "there is no device 7")
    }

    @Test(arguments: [
        ("", "the command is not JSON"), ("{", "the command is not JSON"), ("[]", "a command is a JSON object"),
        ("{}", "the command lacks its \"name\""), (#"{"name":7}"#, "\"name\" of the command is of a wrong type"),
        (#"{"name":"fly"}"#, "there is no command fly; there are device.activateUser, device.adTracking"),
        (#"{"name":"network","network":"offline"}"#, "there is no command network; there are device."),
        (#"{"name":"device.clock","seconds":"x"}"#, "\"seconds\" of device.clock is of a wrong type"),
        (#"{"name":"device.clock"}"#, "device.clock lacks its \"seconds\""),
        (#"{"name":"device.clock","seconds":null}"#, "\"seconds\" of device.clock is of a wrong type"),
        (#"{"name":"device.clock","seconds":-1}"#, "the clock moves forward by 0 to"),
        (#"{"name":"device.network","network":"5g"}"#, "\"network\" is one of online, offline, slow, lossy"),
        (#"{"name":"device.tag","tag":"huts","change":1001}"#, "a tag's count changes by at most 1000"),
        (#"{"name":"device.tag","tag":"huts","change":-9223372036854775808}"#, "a tag's count changes by at most 1000"),
        (#"{"name":"device.tag","tag":"huts","change":1.5}"#, "a number of device.tag is not an integer"),
        (#"{"name":"device.locate","place":{"latitude":1}}"#, "device.locate lacks its \"longitude\""),
        (#"{"name":"device.open"}"#, "device.open lacks its \"app\""),
        (#"{"name":"hub.scheme","scheme":"pink"}"#, "\"scheme\" is one of light, dark"),
        (#"{"name":"hub.contentSource"}"#, "hub.contentSource lacks its \"contentSource\""),
        (#"{"name":"hub.present","mode":"wide"}"#, "\"mode\" is one of modal, embedded"),
        (#"{"name":"hub.rendered"}"#, "hub.rendered lacks its \"visit\""),
        (#"{"name":"hub.scrolled","visit":1,"number":"x"}"#, "\"number\" of hub.scrolled is of a wrong type"),
        (#"{"name":"device.createUser","user":""}"#, "\"user\" is empty"),
    ])
    func `a malformed command is refused with the fault`(_ json: String, _ message: String) async throws {
        let phone = try await fixture.phone()
        let answer = try await fixture.send(.post, "/lab/api/devices/\(phone)/commands", json: json)
        #expect(answer.status == .badRequest)
        #expect(answer.message.hasPrefix(message))
    }

    @Test func `a command that is too large is not read`() async throws {
        let phone = try await fixture.phone()
        let json = #"{"name":"hub.present","uri":""# + String(repeating: "x", count: CommandTable.maximumSize) + #""}"#
        let answer = try await fixture.send(.post, "/lab/api/devices/\(phone)/commands", json: json)
        #expect(answer.status == .contentTooLarge)
    }

    @Test func `a refusal of the SDK is shown with its own message`() async throws {
        let phone = try await fixture.phone()
        let answer = try await fixture.send(
            .post, "/lab/api/devices/\(phone)/commands", json: #"{"name":"device.activateUser","user":"nobody"}"#)
        #expect(answer.status.kind == .clientError)
        #expect(!answer.message.isEmpty)
    }

    @Test func `an unknown error is a failure without detail`() async throws {
        struct Secret: Error {}
        let broken = try LabFixture(apps: { throw Secret() })
        let answer = try await broken.send(.post, "/lab/api/devices")
        #expect(answer.status == .internalServerError)
        #expect(!String(decoding: answer.body, as: UTF8.self).contains("Secret"))
    }

    @Test func `the lab says that an app is missing`() async throws {
        let empty = try LabFixture(apps: { [] })
        let answer = try await empty.send(.post, "/lab/api/devices")
        #expect(answer.status == .conflict)
        #expect(answer.message == "there is no app yet; import and publish content first")
    }

    @Test(arguments: [
        (#"{"app":"none"}"#, HTTPResponse.Status.notFound, "there is no app none"),
        (#"{"app":7}"#, .badRequest, "a new device is a JSON object with an \"app\", or nothing"),
    ])
    func `a phone for an app that does not exist is refused`(
        _ json: String, _ status: HTTPResponse.Status, _ message: String
    ) async throws {
        let answer = try await fixture.send(.post, "/lab/api/devices", json: json)
        #expect(answer.status == status)
        #expect(answer.message == message)
    }

    @Test func `a change needs the lab's own header, and every request a permitted person`() async throws {
        #expect(try await fixture.send(.post, "/lab/api/devices", headers: [:]).status == .forbidden)
        #expect(fixture.lab.all.isEmpty)
        fixture.mayUse.withLock { $0 = false }
        for path in ["/lab", "/lab/assets/lab.js", "/lab/api/devices"] {
            #expect(try await fixture.send(.get, path).status == .forbidden, "\(path)")
        }
        #expect(try await fixture.send(.post, "/lab/api/devices").status == .forbidden)
    }

    @Test(arguments: [
        ("127.0.0.1:8080", true), ("localhost:8080", true), ("LOCALHOST", true), ("[::1]:8080", true),
        ("192.168.1.7", true), ("lab.example.com", false), ("127.0.0.1.evil.example", false),
        ("evil.example:8080", false),
        ("1.2.3", false), ("", false),
    ])
    func `an open lab answers to its own names and to IP addresses`(_ host: String, _ isTrusted: Bool) async throws {
        #expect(try await fixture.send(.get, "/lab/api/devices", host: host).status == (isTrusted ? .ok : .forbidden))
    }

    @Test func `a lab accepts configured names, and any name when people sign in`() async throws {
        let named = try LabFixture(hosts: TrustedHosts(names: ["Lab.Example.com"]))
        #expect(try await named.send(.get, "/lab/api/devices", host: "lab.example.com").status == .ok)
        let signedIn = try LabFixture(hosts: nil)
        #expect(try await signedIn.send(.get, "/lab/api/devices", host: "any.example").status == .ok)
    }

    @Test func `the page frames only the hubs' origin`() async throws {
        let page = try await fixture.send(.get, "/lab")
        let policy = page.headers[.contentSecurityPolicy] ?? ""
        #expect(policy.contains("frame-src http://127.0.0.1:4711;"))
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(String(decoding: page.body, as: UTF8.self).contains("data-content-origin=\"http://127.0.0.1:4711\""))
        for asset in ["lab.css", "lab.js", "phone.js", "home.js", "feed.js", "call.js", "logo.svg"] {
            #expect(try await fixture.send(.get, "/lab/assets/\(asset)").status == .ok, "\(asset)")
        }
        for asset in ["adapter.js", "lab.html", "..%2Flab.html"] {
            #expect(try await fixture.send(.get, "/lab/assets/\(asset)").status == .notFound, "\(asset)")
        }
    }

    @Test func `the hubs' origin serves pages of this phone and nothing else`() async throws {
        let phone = try await fixture.phone()
        let shown = try await fixture.open(phone)
        let page = try await fixture.page("/\(shown.token)/brand/")
        #expect(page.status == .ok)
        #expect(page.headers[.setCookie] == nil)
        #expect(page.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
        let html = String(decoding: page.body, as: UTF8.self)
        #expect(html.components(separatedBy: "<script").count == 2)
        #expect(html.contains("<script data-visit=\"1\" data-scroll=\"0.0\">"))
        let style = try await fixture.page("/\(shown.token)/brand/assets/style.css", destination: "style")
        #expect(style.status == .ok && style.headers[.setCookie] == nil)
        for path in ["/lab", "/lab/api/devices", "/portal", "/portal/sign-in", "/other/brand/", "/"] {
            #expect(try await fixture.page(path).status == .notFound, "\(path)")
        }
        for path in ["/\(shown.token)/brand/a/news-1", "/\(shown.token)/brand/assets/none.png"] {
            #expect(try await fixture.page(path).status == .forbidden, "\(path)")
        }
        #expect(try await fixture.page("/\(shown.token)/brand/", destination: "image").status == .forbidden)
        #expect(try await fixture.page("/\(shown.token)/brand/", method: .post).status != .ok)
        #expect(try await fixture.send(.get, "/\(shown.token)/brand/").status == .notFound)
    }

    @Test func `a dismissed hub no longer serves pages`() async throws {
        let phone = try await fixture.phone()
        let shown = try await fixture.open(phone)
        try await fixture.command(phone, "hub.dismiss")
        let surface = try fixture.app(phone).surface
        try #require(await eventually { surface.hub == nil })
        #expect(try await fixture.page("/\(shown.token)/brand/").status == .forbidden)
    }
}
