import MarqueeWire
import PlatformStore

/// Finds the events of a person by the slots in which one of the ids occurs.
struct PersonSearch {
    /// Which events with one of the ids belong to the person.
    enum Rule {
        /// Every event that carries one of the ids.
        case everyID
        /// An event belongs to the recipient that it names, else to the mobile user, else to the user, else to the person
        /// of its device.
        case timeline([DeviceSpan])
    }

    private let scope: Scope
    private let number: Int64
    private let ids: PersonIDs
    private let rule: Rule
    private let subjects: [Int64]
    private var walk: EventWalk
    private let names: SQLiteStatement

    /// `nil` when the log has never seen the scope.
    init?(
        _ ids: PersonIDs, _ rule: Rule, scope: Scope, until: Timestamp? = nil, before: EventCursor?,
        budget: Int = EventWalk.budget, _ connection: SQLiteConnection
    ) throws(StoreError) {
        guard let number = try NameTable.number(of: scope.description, in: connection) else { return nil }
        self.scope = scope
        self.number = number
        self.ids = ids
        self.rule = rule
        var subjects = ids.subjects(scope: number)
        if case .timeline(let spans) = rule {
            subjects += PersonIDs(devices: spans.map(\.install)).subjects(scope: number)
        }
        self.subjects = Array(Set(subjects))
        walk = try EventWalk(connection, until: until, before: before, budget: budget)
        names = try connection.prepare("SELECT text FROM term WHERE id = ?")
    }

    /// A page of events, the latest first.
    mutating func run(limit: Int) throws(StoreError) -> EventPage {
        let (subjects, search) = (self.subjects, self)
        var found: [EventRecord] = []
        let next = try walk.run { (slots) throws(StoreError) in
            try slots.any(subjects)
        } visit: { (row) throws(StoreError) in
            guard let event = try search.match(LoggedEvent(row)) else { return false }
            found.append(event)
            return found.count == limit
        }
        return EventPage(events: found, next: next)
    }

    private func match(_ event: LoggedEvent) throws(StoreError) -> EventRecord? {
        guard event.scope == number, !event.install.isEmpty, belongs(event) else { return nil }
        names.bind(1, event.name)
        defer { names.reset() }
        return event.record(in: scope, name: try names.step() ? names.text(0) : "")
    }

    private func belongs(_ event: LoggedEvent) -> Bool {
        let found = EventIDs(event)
        switch rule {
        case .everyID: return found.isAny(of: ids)
        case .timeline(let spans):
            if !found.recipient.isEmpty { return found.recipient.hasSameBytes(as: ids.recipient ?? "") }
            if !found.mobileUser.isEmpty { return ids.mobileUsers.contains { $0.hasSameBytes(as: found.mobileUser) } }
            if let user = found.user, ids.users.contains(where: { $0.hasSameBytes(as: user) }) { return true }
            return spans.contains { $0.contains(event.time, on: found.install) }
        }
    }
}
