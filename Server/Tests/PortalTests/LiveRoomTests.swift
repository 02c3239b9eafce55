import Collector
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import MarqueeWire
import NIOCore
import PlatformStore
import Testing

@testable import Portal

/// Events as they come in: those of the app that the page is about.
@Suite(.timeLimit(.minutes(10))) struct LiveRoomTests {
    /// Takes what a stream brings until it has seen a text.
    private final class Watcher: ResponseBodyWriter {
        struct Seen: Error {}

        private let text: String
        private let onWrite: () -> Void
        private(set) var lines: [String] = []

        init(until text: String, onWrite: @escaping () -> Void = {}) {
            self.text = text
            self.onWrite = onWrite
        }

        func write(_ buffer: ByteBuffer) async throws {
            let line = String(buffer: buffer)
            lines.append(line)
            onWrite()
            if line.contains(text) { throw Seen() }
        }

        func finish(_ trailingHeaders: HTTPFields?) async throws {}
    }

    private func portal() async throws -> TestPortal {
        let portal = try await TestPortal()
        _ = try await portal.platform.apps.create("second", name: "Second app", by: "t")
        return portal
    }

    @Test func `the page shows the chosen app's events alone, however busy another is`() async throws {
        let portal = try await portal()
        try await portal.record("our_event", [:])
        for _ in 0..<LiveEvents.capacity { try await portal.record("their_event", [:], app: "second") }
        try await portal.signedIn { browser in
            let ours = try await browser.get("/portal/live").text
            #expect(ours.contains("our_event") && !ours.contains("their_event"))
            #expect(ours.contains("Every event is in the reports. The warehouse has "))
            #expect(ours.contains("data-live=\"/portal/live/events?app=demo\""))
            _ = try await browser.post("/portal/app", ["choice": "second"])
            let theirs = try await browser.get("/portal/live").text
            #expect(theirs.contains("their_event") && !theirs.contains("our_event"))
        }
    }

    @Test func `the stream brings the events of the app that its page was about, whichever is chosen since`()
        async throws
    {
        let portal = try await portal()
        try await portal.signedIn { browser in
            _ = try await browser.post("/portal/app", ["choice": "second"])
            let cookies = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            let request = Request(
                head: HTTPRequest(
                    method: .get, scheme: "http", authority: "localhost", path: "/portal/live/events?app=demo",
                    headerFields: [.cookie: cookies]),
                body: RequestBody(buffer: ByteBuffer()))
            let response = try await portal.router().buildResponder().respond(
                to: request, context: TestPortal.Context(logger: Logger(label: "test")))
            try await portal.record("their_event", [:], app: "second")
            try await portal.record("our_event", [:])
            let watcher = Watcher(until: "_event")
            await #expect(throws: Watcher.Seen.self) { try await response.body.write(watcher) }
            #expect(watcher.lines.last?.contains("our_event") == true)
            #expect(try await browser.get("/portal/live/events?app=third").status == .notFound)
        }
    }

    @Test(arguments: [true, false])
    func `the stream ends with its session, and with the role in its wing`(_ isSignedOut: Bool) async throws {
        let portal = try await portal()
        try await portal.signedIn { browser in
            let cookies = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            let request = Request(
                head: HTTPRequest(
                    method: .get, scheme: "http", authority: "localhost", path: "/portal/live/events?app=demo",
                    headerFields: [.cookie: cookies]),
                body: RequestBody(buffer: ByteBuffer()))
            let response = try await portal.router().buildResponder().respond(
                to: request, context: TestPortal.Context(logger: Logger(label: "test")))
            if isSignedOut {
                try await portal.platform.accounts.signOutEverywhere("Ann", by: "Ann")
            } else {
                _ = try await portal.platform.accounts.create(
                    name: "Bob", password: TestPortal.password, roles: .administrator, by: "Ann")
                try await portal.platform.accounts.setRoles([.team: .viewer], of: "Ann", by: "Bob")
            }
            try await portal.record("secret_event", [:])
            let watcher = Watcher(until: "_event") { portal.clock.advance(by: .seconds(60)) }
            try await response.body.write(watcher)
            #expect(watcher.lines == [": connected\n\n"])
        }
    }
}
