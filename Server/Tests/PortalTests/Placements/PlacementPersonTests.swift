import Collector
import Decisioning
import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// A person is exported and erased with purchases, showings, sessions, answers to forms, and events of placements.
@Suite struct PlacementPersonTests {
    private static let room = "/portal/engage/data-requests"

    /// Two installs with a purchase, a session, a showing, an answered form and an event each.
    private func filled() async throws -> TestPortal {
        let portal = try await TestPortal()
        let (store, app) = (portal.platform.placements, TestPortal.app)
        _ = try await store.create(
            ContentUnitRecord(
                app: app, id: "ask", name: "Ask", kind: .form,
                document: UnitDocument([
                    "title": .text("You"), "fields": .list([.record(["id": .text("email")])]),
                ]), rules: UnitRules(caps: [.init(limit: 5, scope: .device)])), by: "test")
        _ = try await store.create(
            PlacementRecord(app: app, tag: "start", name: "Start", units: [.init(unit: "ask", priority: 1)]), by: "test"
        )
        for install in ["gid", "other"] {
            let purposes = [
                PlacementAsk.Purpose.session(known: "", new: "token of \(install)"),
                .unit(placement: "start", DecisionRequest(), skipping: [], seed: 1),
            ]
            for (number, purpose) in purposes.enumerated() {
                _ = try await store.decide(
                    PlacementAsk(
                        app: app, nonce: "\(install)-\(number)", nonceEnds: portal.clock.now + .seconds(60),
                        install: install, identifiers: [install], purpose: purpose))
            }
            let answers = ["email": "\(install)@example.org"]
            _ = try await store.store(FormSubmission(answers, unit: "ask", install: install), app: app)
            let price = TrackedPurchase.Price(milliunits: 990, currency: "USD")
            try await portal.platform.purchases.record(
                TrackedPurchase(install: install, product: "coins of \(install)", price: price), app: app)
            let event = ServerEvent(
                PlacementEventName.opened.rawValue, of: install, scope: try Scope(app: app), key: install,
                made: portal.clock.now)
            #expect(await portal.collector.serverEvents.record([event]).isEmpty)
        }
        while try await portal.collector.folding.foldOnce() {}
        return portal
    }

    @Test func `an install is exported and erased with all that placements keep, and nobody else`() async throws {
        let portal = try await filled()
        let subject = "kind=device&id=gid"
        try await portal.signedIn { browser in
            let page = try await browser.get("\(Self.room)?\(subject)")
            #expect(
                page.text.contains("Known: 1 purchase, 1 install that asked for placements, 1 event."), "\(page.text)")
            let file = try await browser.get("\(Self.room)/export?\(subject)").text
            for text in [
                #"{"purchase":{"#, #""product":"coins of gid""#, #"{"placements":{"#, #""install":"gid""#,
                "gid@example.org",
                #""unit":"ask""#, "placement_opened",
            ] {
                #expect(file.contains(text), "\(text)")
            }
            #expect(!file.contains("other"))
            _ = try await browser.get("\(Self.room)/erase?\(subject)")
            let answer = try await browser.post("\(Self.room)/erase", ["kind": "device", "id": "gid"])
            let done = try await browser.get(answer.location)
            #expect(done.text.contains("1 answered form. 1 purchase names nobody any more."), "\(done.text)")
            while try await portal.collector.folding.eraseOnce() {}
            let after = try await browser.get("\(Self.room)?\(subject)")
            #expect(after.text.contains("Nothing is known by this id"))
            let other = try await browser.get("\(Self.room)?kind=device&id=other")
            #expect(other.text.contains("1 purchase, 1 install that asked for placements, 1 event"))
        }
        let (store, app) = (portal.platform.placements, TestPortal.app)
        #expect(try await store.answers(unit: "ask", app: app, after: nil, limit: 9).map(\.install) == ["other"])
        let revenue = try await portal.platform.purchases.revenue(.init(), app: app)
        #expect(revenue.first?.unverified.milliunits == 1980, "the sum stays")
        #expect(
            try await portal.collector.reports.placementInstalls(scope: try Scope(app: app)) == 2, "so does the count")
    }
}
