import MarqueeWire
import PlatformStore

final class CampaignsFold: ProjectionFold {
    /// The most goals of an app and stream, and the most campaigns.
    private static let mostNames = 5000

    private struct CountKey: Hashable {
        let scope: Int64
        let day: Int
        let campaign: Int64
        let goal: Int64
        let type: Int64
        let isLinked: Bool
    }

    private struct PersonKey: Hashable {
        let scope: Int64
        let day: Int
        let campaign: Int64
        let isConverted: Bool
    }

    private let names: NameTable
    private let campaigns: NameList
    private let goals: NameList
    private let campaign: FoldKey
    private let goal: FoldKey
    private let link: FoldKey
    private let recipient: FoldKey
    private let mobileUser: FoldKey
    private let addCount: SQLiteStatement
    private let addPeople: SQLiteStatement
    private var counts: [CountKey: Int64] = [:]
    private var people: [PersonKey: Set<Int64>] = [:]

    init(_ warehouse: FoldContext) throws(StoreError) {
        names = warehouse.names
        campaigns = try names.list("campaign", most: Self.mostNames)
        goals = try names.list("goal", most: Self.mostNames)
        campaign = warehouse.key(Campaigns.campaign)
        goal = warehouse.key(Campaigns.goal)
        link = warehouse.key(Campaigns.link)
        recipient = warehouse.key(Identities.recipient)
        mobileUser = warehouse.key(Identities.mobileUser)
        addCount = try warehouse.connection.prepare(
            """
            INSERT INTO engage_count (scope, day, campaign, goal, type, linked, events) VALUES (?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, day, campaign, goal, type, linked)
            DO UPDATE SET events = engage_count.events + excluded.events
            """)
        addPeople = try warehouse.connection.prepare(
            """
            INSERT INTO campaign_person (scope, day, campaign, converted, block, bits) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (scope, day, campaign, converted, block)
            DO UPDATE SET bits = campaign_person.bits | excluded.bits
            """)
    }

    func fold(_ events: [FoldedEvent], of batch: FoldedBatch) throws(StoreError) {
        for event in events { try fold(event, of: batch) }
    }

    private func fold(_ event: FoldedEvent, of batch: FoldedBatch) throws(StoreError) {
        let (scope, day) = (batch.scopeNumber, Day(event.time).number)
        let campaign = try number(campaign, campaigns, event, batch)
        let isConversion = event.marked.name.text.map { batch.scanner.isEqual($0, Self.goalCompleted) } ?? false
        let key = CountKey(
            scope: scope, day: day, campaign: campaign, goal: try number(goal, goals, event, batch), type: event.name,
            isLinked: batch.text(link, of: event) != nil)
        counts[key, default: 0] += 1
        let person = try person(event, batch)
        people[PersonKey(scope: scope, day: day, campaign: campaign, isConverted: false), default: []].insert(person)
        guard isConversion else { return }
        people[PersonKey(scope: scope, day: day, campaign: campaign, isConverted: true), default: []].insert(person)
    }

    /// The number of a name; 0 for an empty or missing one.
    private func number(
        _ key: FoldKey, _ list: NameList, _ event: FoldedEvent, _ batch: FoldedBatch
    ) throws(StoreError) -> Int64 {
        guard let text = batch.text(key, of: event), !text.range.isEmpty else { return 0 }
        return try batch.scanner.withBytes(of: text) { (bytes) throws(StoreError) in
            try list.number(of: bytes, scope: batch.scopeNumber, day: Day(batch.received).number)
        }
    }

    /// The recipient, else the mobile user, else the reader.
    private func person(_ event: FoldedEvent, _ batch: FoldedBatch) throws(StoreError) -> Int64 {
        let scope = batch.scopeNumber
        for (key, reader) in [(recipient, NameTable.Reader.recipient(scope)), (mobileUser, .mobileUser(scope))] {
            guard let text = batch.text(key, of: event), !text.range.isEmpty else { continue }
            return try batch.scanner.withBytes(of: text) { (bytes) throws(StoreError) in
                try names.number(of: bytes, reader)
            }
        }
        return try names.reader(of: event, batch)
    }

    func write() throws(StoreError) {
        for (key, events) in counts {
            addCount.bind(1, key.scope)
            addCount.bind(2, Int64(key.day))
            addCount.bind(3, key.campaign)
            addCount.bind(4, key.goal)
            addCount.bind(5, key.type)
            addCount.bind(6, key.isLinked ? 1 : 0)
            addCount.bind(7, events)
            try addCount.run()
        }
        for (key, people) in people {
            for (block, bits) in NumberSet.blocks(of: Array(people)) {
                addPeople.bind(1, key.scope)
                addPeople.bind(2, Int64(key.day))
                addPeople.bind(3, key.campaign)
                addPeople.bind(4, key.isConverted ? 1 : 0)
                addPeople.bind(5, block)
                addPeople.bind(6, bits)
                try addPeople.run()
            }
        }
        forget()
    }

    func forget() { (counts, people) = ([:], [:]) }

    private static let goalCompleted = Array(UniversalEventType.goalCompleted.eventName.utf8)
}
