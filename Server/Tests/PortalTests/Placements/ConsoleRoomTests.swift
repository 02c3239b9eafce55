import Foundation
import HTTPTypes
import Hummingbird
import Logging
import MarqueeWire
import NIOCore
import PlatformStore
import Testing

@testable import Portal

/// The pages of the test console: registering, the log, its stream and its file.
@Suite(.timeLimit(.minutes(10))) struct ConsoleRoomTests {
    /// Takes what a stream brings until a text has come a number of times.
    private final class Watcher: ResponseBodyWriter {
        struct Seen: Error {}

        private let text: String
        private let times: Int
        private let onWrite: (String) async throws -> Void
        private(set) var lines: [String] = []

        init(until text: String, times: Int = 1, onWrite: @escaping (String) async throws -> Void) {
            self.text = text
            self.times = times
            self.onWrite = onWrite
        }

        func write(_ buffer: ByteBuffer) async throws {
            let line = String(buffer: buffer)
            lines.append(line)
            try await onWrite(line)
            if lines.count(where: { $0.contains(text) }) == times { throw Seen() }
        }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    private static let console = "/portal/placements/console"

    private func send(
        _ portal: TestPortal, _ route: PlacementRequestRecord.Route = .open,
        _ outcome: PlacementRequestRecord.Outcome = .ok, _ parameters: [String: String] = [:], device: String = "phone"
    ) async throws {
        let good = [
            "gid": "phon…", "d_ifa": "A1B2…", "sdk-ios": "1.13.1", "signature": "abcd…", "token": "demo…",
            "os": "iPhone OS 6.1.3", "placement_id": "start",
        ]
        try await portal.platform.placements.keep(
            .init(
                route: route, install: device, line: "GET /v3/publisher/\(route.rawValue)/",
                parameters: good.merging(parameters) { $1 }, outcome: outcome, detail: "an answer"),
            of: [device], app: TestPortal.app)
    }

    // PLC-111
    @Test(arguments: [
        ("device-id", "", "Ann’s", "An id of a device has 1 to"),
        ("device-id", "00000000-0000-0000-0000-000000000000", "Ann’s", "Systems give this id to every device"),
        ("device-name", "phone", String(repeating: "ü", count: 150), "A name has at most 200 bytes."),
    ])
    func `a device that cannot be registered leaves its form as it was typed`(
        _ field: String, _ id: String, _ name: String, _ sentence: String
    ) async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            _ = try await browser.get(Self.console)
            let page = try await browser.post(Self.console, ["id": id, "name": name])
            #expect(page.status == .badRequest && page.text.contains("<title>Error: Test console ·"))
            #expect(page.text.contains("<li><a href=\"#\(field)\">") && page.text.contains("id=\"\(field)\""))
            #expect(page.text.components(separatedBy: sentence).count == 3, "above the list and beside the field")
            #expect(page.text.contains("name=\"id\" value=\"\(id)\""))
            #expect(page.text.contains("name=\"name\" value=\"\(name)\""))
            #expect(page.text.contains("No device is registered."))
        }
    }

    // PLC-111, PLC-112
    @Test func `a device is registered, disabled and enabled, and removed with its log`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            let empty = try await browser.get(Self.console)
            #expect(empty.text.contains("No device is registered.") && empty.text.contains("a UDID finds nothing"))
            try await send(portal)
            #expect(try await browser.get("\(Self.console)/phone").status == .notFound)
            let registered = try await browser.post(Self.console, ["id": " 00:1A:2B:3C:4D:5E ", "name": "Ann’s"])
            #expect(registered.location == "\(Self.console)/001a2b3c4d5e?done=registered")
            #expect(try await browser.post(Self.console, ["id": " "]).status == .badRequest)
            _ = try await browser.post(Self.console, ["id": "phone"])
            try await send(portal)
            let list = try await browser.get(Self.console)
            #expect(list.text.contains(">Ann’s</a>") && list.text.contains("<code>001a2b3c4d5e</code>"))
            #expect(list.text.contains("none in 24 hours") && list.text.contains(">now</td>"))
            let page = try await browser.get("\(Self.console)/phone")
            #expect(
                page.text.contains("<strong>Open request</strong>") && !page.text.contains("This device is disabled"))
            _ = try await browser.post("\(Self.console)/phone", ["do": "disable"])
            try await send(portal, .purchase)
            let disabled = try await browser.get("\(Self.console)/phone")
            #expect(disabled.text.contains("This device is disabled") && !disabled.text.contains("Open request"))
            #expect(!disabled.text.contains("data-console"))
            let file = try await browser.get("\(Self.console)/phone/log.csv")
            #expect(!file.text.contains("Open request"))
            _ = try await browser.post("\(Self.console)/phone", ["do": "enable"])
            let enabled = try await browser.get("\(Self.console)/phone")
            #expect(enabled.text.contains("Open request") && !enabled.text.contains("<strong>Purchase</strong>"))
            #expect(try await browser.get("\(Self.console)/phone/remove").text.contains("This will be lost"))
            let removed = try await browser.post("\(Self.console)/phone/remove")
            #expect(removed.location == "\(Self.console)?done=removed")
            #expect(try await browser.get("\(Self.console)/phone").status == .notFound)
        }
        let marks = try await portal.platform.testDevices.devices(of: TestPortal.app)
        #expect(!marks.contains("phone") && marks.contains("001a2b3c4d5e"))
    }

    // PLC-113, PLC-114, PLC-139
    @Test func `the page has the next step, the checks, and each request with what was sent`() async throws {
        let portal = try await TestPortal()
        try await portal.platform.testDevices.register("phone", name: "Phone", app: TestPortal.app, by: "Ann")
        try await portal.signedIn { browser in
            func page() async throws -> String { try await browser.get("\(Self.console)/phone").text }
            #expect(try await page().contains("Next step: Device identifier received"))
            #expect(try await page().contains("No request of this device came"))
            try await send(portal)
            let opened = try await page()
            #expect(
                opened.contains("Next step: Placement detected") && opened.contains("5 of 9 checks passed, 0 failed"))
            #expect(opened.contains("<code>GET /v3/publisher/open/</code>"))
            #expect(opened.contains("<dt><code>signature</code></dt><dd><code>abcd…</code></dd>"))
            try await send(portal, .content, .unknownPlacement, ["placement_id": "<b>", "stime": "0"])
            let failed = try await page()
            #expect(
                failed.contains("Put right: Placement detected") && failed.contains("Unknown placement “&lt;b&gt;”"))
            let anchor = try #require(failed.firstMatch(of: /<a href="#(r-[0-9a-f]+)">See the request/)).1
            #expect(failed.contains("<li id=\"\(anchor)\""))
            portal.clock.advance(by: .seconds(1))
            _ = try await browser.post("\(Self.console)/phone", ["do": "over"])
            let over = try await page()
            #expect(over.contains("0 of 9 checks passed, 0 failed"))
            #expect(over.contains("<strong>Content request</strong>"), "the log stays")
            let file = try await browser.get("\(Self.console)/phone/log.csv")
            #expect(file.headers[.contentType] == "text/csv; charset=utf-8")
            let rows = file.text.split(separator: "\r\n")
            #expect(rows.count == 3 && rows[0].hasPrefix("\"Time (UTC)\",\"Request\",\"Result\""), "\(file.text)")
            #expect(rows[1].contains("GET /v3/publisher/open/") && rows[2].contains("placement_id=<b>"))
        }
    }

    @Test func `a long log has pages, and the checks look at all of it`() async throws {
        let portal = try await TestPortal()
        try await portal.platform.testDevices.register("phone", name: "Phone", app: TestPortal.app, by: "Ann")
        for _ in 0..<250 { try await send(portal, .badge) }
        try await portal.signedIn { browser in
            let first = try await browser.get("\(Self.console)/phone").text
            #expect(first.components(separatedBy: "<strong>Badge request</strong>").count - 1 == 200)
            let older = try #require(first.firstMatch(of: /rel="next" href="([^"]*)"/)).1
            let next = try await browser.get(String(older).replacing("&amp;", with: "&")).text
            #expect(next.components(separatedBy: "<strong>Badge request</strong>").count - 1 == 50)
            #expect(!next.contains("data-console=") && next.contains(">Latest</a>"))
        }
    }

    // PLC-139
    @Test func `people without a role open nothing`() async throws {
        let portal = try await TestPortal()
        try await portal.platform.testDevices.register("phone", name: "Phone", app: TestPortal.app, by: "Ann")
        try await send(portal)
        try await portal.signedIn(as: [.content: .owner]) { browser in
            for path in ["", "/phone", "/phone/events", "/phone/log.csv", "/phone/remove"] {
                let page = try await browser.get(Self.console + path)
                #expect(page.status == .forbidden, "\(path)")
            }
        }
    }

    @Test func `a device is shown in its own app alone`() async throws {
        let portal = try await TestPortal()
        _ = try await portal.platform.apps.create("second", name: "Second", by: "test")
        try await portal.platform.testDevices.register("phone", name: "Phone", app: TestPortal.app, by: "Ann")
        try await send(portal)
        try await portal.signedIn(as: [.placements: .viewer]) { browser in
            let own = try await browser.get("\(Self.console)/phone")
            #expect(own.status == .ok)
            for path in ["/phone", "/phone/events", "/phone/log.csv"] {
                let page = try await browser.get("\(Self.console)\(path)?app=second")
                #expect(page.status == .notFound, "\(path)")
            }
            let registered = try await browser.post(Self.console, ["id": "x"])
            #expect(registered.status == .forbidden)
            let disabled = try await browser.post("\(Self.console)/phone", ["do": "disable"])
            #expect(disabled.status == .forbidden)
        }
    }

    private func stream(_ portal: TestPortal, _ browser: Browser) async throws -> Response {
        let cookies = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let request = Request(
            head: HTTPRequest(
                method: .get, scheme: "http", authority: "localhost", path: "\(Self.console)/phone/events?app=demo",
                headerFields: [.cookie: cookies]),
            body: RequestBody(buffer: ByteBuffer()))
        return try await portal.router().buildResponder().respond(
            to: request, context: TestPortal.Context(logger: Logger(label: "test")))
    }

    // PLC-123
    @Test func `the stream has the page look again at once, and when another server kept a request`() async throws {
        let portal = try await TestPortal()
        try await portal.platform.testDevices.register("phone", name: "Phone", app: TestPortal.app, by: "Ann")
        try await portal.signedIn { browser in
            let response = try await stream(portal, browser)
            // No request arrives before the stream's first message, and one arrives after it.
            let watcher = Watcher(until: "changed", times: 2) { line in
                if line.contains("changed") { try await send(portal) }
            }
            await #expect(throws: Watcher.Seen.self) { try await response.body.write(watcher) }
        }
    }

    @Test func `the stream ends with the role in its wing`() async throws {
        let portal = try await TestPortal()
        try await portal.platform.testDevices.register("phone", name: "Phone", app: TestPortal.app, by: "Ann")
        try await portal.signedIn { browser in
            let response = try await stream(portal, browser)
            _ = try await portal.platform.accounts.create(
                name: "Bob", password: TestPortal.password, roles: .administrator, by: "Ann")
            try await portal.platform.accounts.setRoles([.team: .viewer], of: "Ann", by: "Bob")
            let sending = Task { while !Task.isCancelled { try await send(portal) } }
            defer { sending.cancel() }
            let watcher = Watcher(until: "changed") { _ in portal.clock.advance(by: .seconds(60)) }
            try await response.body.write(watcher)
            #expect(watcher.lines == [": connected\n\n"])
        }
    }
}
