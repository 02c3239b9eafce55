import Collector
import Foundation
import Logging
import MarqueeTesting
import MarqueeWire
import Placements
import Synchronization
import Testing

@testable import MarqueeServer

/// What devices do with placements, on its way into the log.
@Suite struct CollectedPlacementsTests {
    private final class Losses: Sendable {
        let codes = Mutex<[IntakeError.Code]>([])
    }

    private static let now = Timestamp(milliseconds: 1_790_000_000_000)
    private static let unit = PlacementAction.Unit(id: "u1", kind: "moreGames", placement: "start", hadBadge: true)

    private func open(_ folder: TemporaryFolder, quota: Int = Collector.standardQuota) throws -> Collector {
        try Collector.open(at: folder.url, logger: Logger(label: "test"), quota: quota, now: { Self.now })
    }

    private func action(_ deed: PlacementAction.Deed, app: String = "demo", install: String? = "gid") -> PlacementAction
    {
        PlacementAction(app: app, install: install, isTest: false, key: "\(deed)", made: Self.now, deed: deed)
    }

    @Test func `each deed is an event that moves a figure, once however often it is noted`() async throws {
        let folder = try TemporaryFolder()
        let (collector, losses) = (try open(folder), Losses())
        let ledger = CollectedPlacements(events: collector.serverEvents) { error in
            losses.codes.withLock { $0.append(error.code) }
        }
        let deeds: [(PlacementAction.Deed, PlacementFigure)] = [
            (.opened(sessions: 2, seconds: 3), .opens), (.askedForUnit(placement: "start", nil), .emptyAnswers),
            (.askedForUnit(placement: "start", Self.unit), .answers), (.showed(Self.unit), .opensWithBadge),
            (.askedForBadge(placement: "start", hasValue: true), .badges),
            (.askedForBadge(placement: "start", hasValue: false), .emptyBadges),
            (.clicked(Self.unit, place: 1), .clicks),
            (.dismissed(Self.unit, reason: "close"), .closed), (.dismissed(Self.unit, reason: "dismiss"), .dismissed),
            (.unlocked(Self.unit, reward: "coins", quantity: 5), .rewards),
            (.triedToBuy(Self.unit, product: "p"), .tries),
            (.answeredForm(Self.unit), .forms),
            (.reportedPurchase(product: "p", quantity: 1, resolution: "buy", unit: nil, placement: nil), .bought),
            (
                .reportedPurchase(product: "p", quantity: 1, resolution: "cancel", unit: "u1", placement: nil),
                .cancelled
            ),
            (
                .reportedPurchase(product: "p", quantity: 1, resolution: "error", unit: "u1", placement: "start"),
                .failed
            ),
        ]
        // Together and again, and one by one.
        await ledger.note((deeds + deeds).map { action($0.0) })
        for (deed, _) in deeds { await ledger.note([action(deed)]) }
        while try await collector.folding.foldOnce() {}
        let query = PlacementQuery(
            scope: try Scope(app: "demo"), by: [], days: Day(Self.now)...Day(Self.now), now: Self.now)
        let counts = try #require(try await collector.reports.placements(query).first?.counts)
        for (deed, figure) in deeds { #expect(counts[figure] == 1, "\(deed)") }
        #expect(counts[.sessions] == 2 && counts[.sessionSeconds] == 3)
        let start = PlacementQuery(
            scope: query.scope, by: [], days: query.days, placement: "start", now: Self.now)
        let ofStart = try #require(try await collector.reports.placements(start).first?.counts)
        #expect([.bought, .cancelled, .failed].map { ofStart[$0] } == [0, 0, 1])
        #expect(losses.codes.withLock(\.self).isEmpty)
    }

    @Test func `what cannot be stored is counted as lost, and the caller goes on`() async throws {
        let folder = try TemporaryFolder()
        let (collector, losses) = (try open(folder, quota: 1), Losses())
        let ledger = CollectedPlacements(events: collector.serverEvents) { error in
            losses.codes.withLock { $0.append(error.code) }
        }
        await ledger.note([action(.showed(Self.unit)), action(.showed(Self.unit), app: "")])
        #expect(losses.codes.withLock(\.self) == [.malformed, .diskFull])
    }
}
