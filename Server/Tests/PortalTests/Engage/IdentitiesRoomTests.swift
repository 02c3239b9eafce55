import Collector
import Foundation
import HTTPTypes
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// ENG-204: which ids are linked to one profile, since when and by which event; a link is taken back and holds again.
@Suite struct IdentitiesRoomTests {
    private static let room = "/portal/engage/identities"

    private static func filled() async throws -> TestPortal {
        let portal = try await TestPortal()
        let named = UniversalEventType.named.eventName
        try await portal.record(named, ["Common Id": "c1", "Primary User Id": "m1"], user: "u1", install: "phone")
        try await portal.record(named, ["Common Id": "c1", "Recipient Id": "77"], user: "u1", install: "tablet")
        try await portal.record(named, ["Primary User Id": "m9"], user: "u9", install: "other")
        return portal
    }

    @Test(arguments: ["kind=common&id=c1", "kind=user&id=u1", "kind=device&id=phone", "kind=mobile-user&id=m1"])
    func `the links of a person are found by any id`(_ query: String) async throws {
        try await Self.filled().signedIn { browser in
            let page = try await browser.get("\(Self.room)?\(query)")
            for text in [">c1</a>", ">m1</a>", "<code>phone</code>", "21 Sep 2026", "holds"] {
                #expect(page.text.contains(text), "\(text)")
            }
            #expect(!page.text.contains(">m9<"))
            let file = try await browser.get("\(Self.room).csv?\(query)")
            #expect(file.text.contains("\"phone\",\"mobile user id\",\"m1\""), "\(file.text)")
        }
    }

    @Test func `a link is taken back, later events do not make it again, and it can hold again`() async throws {
        let portal = try await Self.filled()
        try await portal.signedIn { browser in
            _ = try await browser.get("\(Self.room)?kind=common&id=c1")
            let form = ["install": "tablet", "link-kind": "6", "link-id": "c1", "kind": "common", "id": "c1"]
            let answer = try await browser.post("\(Self.room)/remove", form)
            #expect(answer.location == "\(Self.room)?done=unlinked&kind=common&id=c1")
            try await portal.record(
                UniversalEventType.named.eventName, ["Common Id": "c1"], user: "u1", install: "tablet")
            let page = try await browser.get(answer.location)
            #expect(page.text.contains("taken back on") && page.text.contains("Let it hold again"))
            #expect(!page.text.contains(">77</a>"), "the tablet is not of c1")
            _ = try await browser.post("\(Self.room)/restore", form)
            #expect(try await browser.get("\(Self.room)?kind=common&id=c1").text.contains(">77</a>"))
            let gone = try await browser.post("\(Self.room)/remove", form.merging(["link-id": "no"]) { $1 })
            #expect(gone.status == .notFound)
            let actions = try await portal.platform.audit.entries(app: TestPortal.app, before: nil, limit: 2)
            #expect(actions.map(\.action) == ["identity.restore", "identity.remove"])
        }
    }

    @Test func `without an id the page says what links are, and an unknown id has none`() async throws {
        try await TestPortal().signedIn { browser in
            let page = try await browser.get(Self.room)
            #expect(page.text.contains("Events carry ids"))
            let none = try await browser.get("\(Self.room)?kind=user&id=x")
            #expect(none.text.contains("No device has sent this id"))
        }
    }

    @Test func `the devices of a user are found without a common id too`() async throws {
        try await Self.filled().signedIn { browser in
            let page = try await browser.get("\(Self.room)?kind=user&id=u9")
            #expect(page.text.contains("<code>other</code>") && page.text.contains(">m9</a>"), "\(page.text)")
        }
    }

    @Test func `a viewer sees links and takes none back`() async throws {
        try await Self.filled().signedIn(as: [.engage: .viewer]) { browser in
            let page = try await browser.get("\(Self.room)?kind=common&id=c1")
            #expect(page.text.contains(">m1</a>") && !page.text.contains("Take back"))
        }
    }
}
