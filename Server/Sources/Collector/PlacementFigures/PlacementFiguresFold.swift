import MarqueeWire
import PlatformStore

/// Counts a transaction's events in memory, and writes each row once.
final class PlacementFiguresFold: ProjectionFold {
    /// Placements, units and rewards that are kept apart, of one app each.
    private static let mostNames = 5000
    private static let mostSessions: Int64 = 10_000
    private static let mostSeconds: Int64 = 10_000_000
    private static let mostPieces: Int64 = 1_000_000

    private let names: NameTable
    private let placements, units, rewardNames: NameList
    private let placement, unit, kind, reason, resolution: FoldKey
    private let reward, quantity, sessions, seconds, badge, test: FoldKey
    private let rows: PlacementRows
    private let installs: PlacementInstalls
    private let tries: PlacementTries
    private let events = PlacementEventName.allCases.map { ($0, Array($0.rawValue.utf8)) }

    init(_ warehouse: FoldContext) throws(StoreError) {
        names = warehouse.names
        placements = try names.list("placement", most: Self.mostNames)
        units = try names.list("content_unit", most: Self.mostNames)
        rewardNames = try names.list("reward", most: Self.mostNames)
        placement = warehouse.key(PlacementFigures.placement)
        unit = warehouse.key(PlacementFigures.unit)
        kind = warehouse.key(PlacementFigures.kind)
        reason = warehouse.key(PlacementFigures.reason)
        resolution = warehouse.key(PlacementFigures.resolution)
        reward = warehouse.key(PlacementFigures.reward)
        quantity = warehouse.key(PlacementFigures.quantity)
        sessions = warehouse.key(PlacementFigures.sessions)
        seconds = warehouse.key(PlacementFigures.seconds)
        badge = warehouse.key(PlacementFigures.badge)
        test = warehouse.key(PlacementFigures.test)
        rows = try PlacementRows(warehouse.connection)
        installs = try PlacementInstalls(warehouse.connection)
        tries = try PlacementTries(warehouse.connection)
    }

    func fold(_ events: [FoldedEvent], of batch: FoldedBatch) throws(StoreError) {
        for event in events {
            guard let text = event.marked.name.text,
                let (name, _) = self.events.first(where: { batch.scanner.isEqual(text, $0.1) })
            else { continue }
            try fold(name, event, batch)
        }
    }

    private func fold(_ name: PlacementEventName, _ event: FoldedEvent, _ batch: FoldedBatch) throws(StoreError) {
        let place = PlacementRows.Place(
            scope: batch.scopeNumber, day: Day(event.time).number,
            isTest: batch.isTest || batch.isTrue(test, of: event),
            placement: try number(placement, placements, event, batch), unit: try number(unit, units, event, batch))
        switch name {
        case .opened: try foldOpen(event, batch, place)
        case .answered: rows.add(1, to: place.unit == 0 ? .emptyAnswers : .answers, at: place)
        case .badgeAnswered: rows.add(1, to: batch.isTrue(badge, of: event) ? .badges : .emptyBadges, at: place)
        case .shown:
            rows.add(1, to: .impressions, at: place)
            guard isText("moreGames", kind, event, batch) else { return }
            rows.add(1, to: batch.isTrue(badge, of: event) ? .opensWithBadge : .opensWithoutBadge, at: place)
        case .clicked: rows.add(1, to: .clicks, at: place)
        case .dismissed: rows.add(1, to: isText("close", reason, event, batch) ? .closed : .dismissed, at: place)
        case .rewardUnlocked:
            rows.add(1, to: .rewards, at: place)
            let pieces = min(max(batch.integer(quantity, of: event) ?? 1, 0), Self.mostPieces)
            rows.addReward(try number(reward, rewardNames, event, batch), pieces: pieces, at: place)
        case .purchaseTried:
            rows.add(1, to: .tries, at: place)
            guard let install = try install(of: batch) else { return }
            tries.add(.init(place: place, install: install, time: event.time, isReport: false))
        case .purchaseReported:
            rows.add(1, to: result(event, batch), at: place)
            guard place.unit != 0, let install = try install(of: batch) else { return }
            tries.add(.init(place: place, install: install, time: event.time, isReport: true))
        case .formAnswered: rows.add(1, to: .forms, at: place)
        }
    }

    private func foldOpen(
        _ event: FoldedEvent, _ batch: FoldedBatch, _ place: PlacementRows.Place
    ) throws(StoreError) {
        rows.add(1, to: .opens, at: place)
        rows.add(bounded(sessions, Self.mostSessions, event, batch), to: .sessions, at: place)
        rows.add(bounded(seconds, Self.mostSeconds, event, batch), to: .sessionSeconds, at: place)
        if let install = try install(of: batch) { installs.add(install, at: place) }
    }

    private func bounded(_ key: FoldKey, _ most: Int64, _ event: FoldedEvent, _ batch: FoldedBatch) -> Int64 {
        min(max(batch.integer(key, of: event) ?? 0, 0), most)
    }

    private func result(_ event: FoldedEvent, _ batch: FoldedBatch) -> PlacementFigure {
        if isText("buy", resolution, event, batch) { return .bought }
        return isText("cancel", resolution, event, batch) ? .cancelled : .failed
    }

    private func isText(_ word: String, _ key: FoldKey, _ event: FoldedEvent, _ batch: FoldedBatch) -> Bool {
        batch.text(key, of: event).map { batch.scanner.isEqual($0, Array(word.utf8)) } ?? false
    }

    /// The install's number; `nil` for devices that opted out, which share one name.
    private func install(of batch: FoldedBatch) throws(StoreError) -> Int64? {
        batch.install == ServerEvents.nobody ? nil : try names.install(of: batch)
    }

    /// The number of a name; 0 without one.
    private func number(
        _ key: FoldKey, _ list: NameList, _ event: FoldedEvent, _ batch: FoldedBatch
    ) throws(StoreError) -> Int64 {
        guard let text = batch.text(key, of: event) else { return 0 }
        return try batch.scanner.withBytes(of: text) { (bytes) throws(StoreError) in
            try list.number(of: bytes, scope: batch.scopeNumber, day: Day(batch.received).number)
        }
    }

    func write() throws(StoreError) {
        try installs.write(to: rows)
        try tries.write()
        try rows.write()
    }

    func forget() {
        installs.forget()
        tries.forget()
        rows.forget()
    }

    /// The rows of others have a number that stands for nobody any more.
    func erase(_ person: ErasedPerson) throws(StoreError) -> Bool {
        for install in person.mixed {
            try installs.remove(install, scope: person.scope)
            try tries.remove(of: install, scope: person.scope)
        }
        return false
    }

    func tidy(now: Timestamp) throws(StoreError) -> Bool {
        defer { rows.forget() }
        let isMore = try tries.giveUp(now: now, countedIn: rows)
        try rows.write()
        return isMore
    }
}
