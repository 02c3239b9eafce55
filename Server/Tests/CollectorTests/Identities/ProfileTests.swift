import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Collector

/// Installs that the app joins by a common id (ENG-204).
@Suite struct ProfileTests {
    private func send(
        _ properties: [String: Event.Value], user: String? = nil, install: String, advertiser: String? = nil,
        after seconds: Int64 = 0, to collector: Collector, _ store: TemporaryCollector
    ) async throws {
        let event = Sample.event(
            "opened", time: TemporaryCollector.now + .seconds(seconds - 100), user: user, properties)
        let batch = EventBatch(
            install: install, sent: TemporaryCollector.now, sdk: "1.0", advertiser: advertiser, events: [event])
        _ = try await collector.intake.accept(Array(try JSONEncoder().encode(batch)), scope: store.scope)
        while try await collector.folding.foldOnce() {}
    }

    private func links(_ install: String, _ collector: Collector, _ store: TemporaryCollector) async throws -> Set<
        String
    > {
        Set(
            try await collector.reports.links(scope: store.scope, install: install)
                .map { "\($0.kind) \($0.id)\($0.removed == nil ? "" : " removed")" })
    }

    @Test func `without a common id nothing is linked but what events of recipients say`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        try await send(
            ["Recipient Id": "r1", "Primary User Id": "m1"], user: "bob", install: "i1", advertiser: "ad-1",
            to: collector, store)
        try await send(["Custom Id": "c"], user: "bob", install: "i2", advertiser: "ad-1", to: collector, store)
        #expect(try await links("i1", collector, store) == ["recipient r1", "mobileUser m1"])
        #expect(try await links("i2", collector, store).isEmpty)
        #expect(try await collector.reports.profile(scope: store.scope, common: "x").links.isEmpty)
    }

    @Test func `a common id makes one person of the ids of its installs, and a link can be removed`() async throws {
        let store = try TemporaryCollector()
        let link = IdentityLink.Key(install: "i2", kind: .common, id: "p1")
        do {
            let collector = try store.open()
            for (install, user) in [("i1", "bob"), ("i2", "robert")] {
                try await send(
                    ["Common Id": "p1", "Recipient Id": "r1", "Custom Id": "c1"], user: user, install: install,
                    advertiser: "ad-\(install)", to: collector, store)
            }
            let profile = try await collector.reports.profile(scope: store.scope, common: "p1")
            #expect(profile.ids.devices.sorted() == ["i1", "i2"])
            #expect(profile.ids.users.sorted() == ["bob", "robert"] && profile.ids.recipient == "r1")
            #expect(Set(profile.links.map(\.kind)) == [.user, .recipient, .custom, .advertiser, .common])
            #expect(profile.links.allSatisfy { $0.since == TemporaryCollector.now + .seconds(-100) })
            let found = try await collector.events(EventQuery(scope: store.scope, install: "i1")).events.map(\.id)
            #expect(profile.links.filter { $0.install == "i1" }.allSatisfy { found.contains($0.event) })

            #expect(try await collector.removeLink(link, scope: store.scope))
        }
        let collector = try store.open()
        // A later event does not bring it back.
        try await send(["Common Id": "p1"], user: "robert", install: "i2", to: collector, store)
        #expect(try await collector.reports.profile(scope: store.scope, common: "p1").ids.devices == ["i1"])
        #expect(try await collector.restoreLink(link, scope: store.scope))
        #expect(try await collector.reports.profile(scope: store.scope, common: "p1").ids.devices.count == 2)
    }

    @Test func `an advertising id that may not be used is never linked, and ends with the permission`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let zeros = "00000000-0000-0000-0000-000000000000"
        try await send(["Common Id": "p1"], install: "i1", to: collector, store)
        try await send([:], install: "i1", advertiser: zeros, after: 1, to: collector, store)
        #expect(try await links("i1", collector, store) == ["common p1"])
        try await send([:], install: "i1", advertiser: "ad-1", after: 2, to: collector, store)
        #expect(try await links("i1", collector, store) == ["common p1", "advertiser ad-1"])
        try await send([:], install: "i1", after: 3, to: collector, store)
        #expect(try await links("i1", collector, store) == ["common p1", "advertiser ad-1 removed"])
        // What arrives late changes nothing, and a permission that is given again does.
        try await send([:], install: "i1", advertiser: "ad-1", after: 2, to: collector, store)
        #expect(try await links("i1", collector, store) == ["common p1", "advertiser ad-1 removed"])
        try await send([:], install: "i1", advertiser: "ad-1", after: 4, to: collector, store)
        #expect(try await links("i1", collector, store) == ["common p1", "advertiser ad-1"])
    }

    @Test func `a link begins with the earliest event, whenever that arrives`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        for seconds in [50, 20, 80, 10] as [Int64] {
            try await send(["Recipient Id": "r1"], install: "i1", after: seconds, to: collector, store)
        }
        let link = try #require(try await collector.reports.links(scope: store.scope, install: "i1").first)
        #expect(link.since == TemporaryCollector.now + .seconds(10 - 100))
        #expect(try await collector.events(EventQuery(scope: store.scope)).events.last?.id == link.event)
    }

    @Test func `ids from before the common id are linked, but those of other apps and installs are not`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        try await send(["Custom Id": "c1"], user: "bob", install: "i1", advertiser: "ad-1", to: collector, store)
        try await send(["Custom Id": "c2"], user: "ann", install: "i2", advertiser: "ad-2", to: collector, store)
        let other = EventBatch(
            install: "i1", sent: TemporaryCollector.now, sdk: "1", advertiser: "ad-3",
            events: [Sample.event("opened", user: "eve")])
        _ = try await collector.intake.accept(Array(try JSONEncoder().encode(other)), scope: try Scope(app: "other"))
        try await send(["Common Id": "p1"], install: "i1", advertiser: "ad-1", after: 1, to: collector, store)
        try await collector.folding.tidy()
        #expect(
            try await links("i1", collector, store) == ["common p1", "user bob", "custom c1", "advertiser ad-1"])
        #expect(try await links("i2", collector, store) == [])
        #expect(try store.count("identity_earlier") == 0)
    }

    @Test func `an install has a bounded number of links of each kind`() async throws {
        let store = try TemporaryCollector()
        let collector = try store.open()
        let events = (0..<IdentityLink.most + 20).map {
            Sample.event(
                "opened", time: TemporaryCollector.now + .seconds(Int64($0) - 1000), user: nil,
                ["Recipient Id": .text("r\($0)")])
        }
        _ = try await collector.intake.accept(try Sample.body(events), scope: store.scope)
        while try await collector.folding.foldOnce() {}
        let links = try await collector.reports.links(scope: store.scope, install: "i1")
        #expect(links.count == IdentityLink.most)
        #expect(links.last?.id == "r\(IdentityLink.most + 19)")
    }
}
