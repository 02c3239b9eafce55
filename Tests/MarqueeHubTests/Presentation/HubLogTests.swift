import Foundation
import MarqueeCore
import MarqueeTesting
import MarqueeWire
import Testing

@testable import MarqueeHub

@Suite(.timeLimit(.minutes(10))) struct HubLogTests {
    private static let secret = "SECRET"

    // HUB-205
    @Test(arguments: [
        "zbimdb://brand/x/two?token=SECRET", "zbimdb://brand/x/two#SECRET", "zbimdb:brand?token=SECRET",
        "zbimdb://brand/a/none?token=SECRET", "https://example.com/none?token=SECRET", "not a URI?token=SECRET",
        "two?token=SECRET",
    ])
    func `no message and no error contains the query of a URI`(_ uri: String) async throws {
        let fixture = try HubFixture()
        fixture.core.log.verbosityLevel = .info
        let error = await #expect(throws: HubError.self) {
            try await fixture.hub.present(.uri(uri), on: RecordingSurface())
        }
        let hub = try await fixture.hub.present(on: RecordingSurface())
        hub.load(uri)
        fixture.hub.whitelist(domain: uri)
        fixture.hub.register(scheme: uri)
        let messages = Log.Severity.allCases.flatMap(fixture.log.messages)
        #expect(messages.count == 3)
        for text in messages + [error.map { "\($0)" } ?? ""] { #expect(!text.contains(Self.secret)) }
    }

    // HUB-096
    @Test func `a query is not part of a page's name, even when it is long`() async throws {
        let uri = "zbimdb://brand/a/two?campaign=\(String(repeating: "x", count: 600))#part"
        let hub = try await HubFixture().hub.present(.uri(uri), on: RecordingSurface())
        #expect(hub.currentPage?.description == "zbimdb://brand/a/two")
    }

    @Test func `the log names a damaged page or asset, and not a missing one`() async throws {
        let fixture = try HubFixture()
        let (page, asset) = (ContentURI(hub: "brand", .article("two")), ContentURI(hub: "brand", .asset("x.png")))
        fixture.delivery.state.withLock { $0.stored?.damaged = [page, asset] }
        let hub = try await fixture.hub.present(on: RecordingSurface())

        hub.linkActivated(try #require(URL(string: "\(page)")))
        for name in ["\(asset)", "zbimdb://brand/assets/none.png"] {
            let answer = hub.resource(for: ResourceRequest(try #require(URL(string: name))))
            #expect(answer == .denied(.notInRelease))
        }
        #expect(
            fixture.log.messages(.error) == [
                "\(page) cannot be read: \(page) is damaged", "\(asset) cannot be read: \(asset) is damaged",
            ])
    }

    // HUB-192
    @Test func `a log receiver may call back into the SDK`() async throws {
        let fixture = try HubFixture()
        let receiver = CallingReceiver(fixture.hub)
        fixture.core.log.setReceiver(receiver)
        let hub = try await fixture.hub.present(on: RecordingSurface())
        let link = try #require(URL(string: "javascript:alert(1)"))
        #expect(hub.linkActivated(link) == .denied(.dangerousScheme))
        #expect(receiver.users == [["reader"]])
        #expect(hub.currentPage?.description == "zbimdb://golf/")
        #expect(try await fixture.events("refusal_seen").count == 1)
    }
}

/// Calls back into the SDK for each warning, as an app may do.
private final class CallingReceiver: LogReceiver {
    private let hub: Hub
    private let seen = Locked<[[String]]>([])

    init(_ hub: Hub) { self.hub = hub }

    var users: [[String]] { seen.withLock { $0 } }

    func log(_ message: String, severity: Log.Severity, verbosity: Log.Verbosity) {
        guard severity == .warning else { return }
        hub.current?.load("zbimdb://golf/")
        let users = (try? hub.core.users.all()) ?? []
        seen.withLock { $0.append(users) }
        hub.core.outbox.track("refusal_seen")
    }
}
