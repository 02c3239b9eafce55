import MarqueeWire
import PlatformStore

/// Finds the events of a query, the latest first, by the slots in which all of its subjects occur.
struct EventSearch {
    private let query: EventQuery
    private let scope: Int64
    private let name: Int64?
    private let subjects: [Int64]
    private let limit: Int
    private var walk: EventWalk
    private let names: SQLiteStatement

    /// `nil` when the log has never seen the scope, or the name in it.
    init?(_ query: EventQuery, _ connection: SQLiteConnection, budget: Int = EventWalk.budget) throws(StoreError) {
        guard let scope = try NameTable.number(of: query.scope.description, in: connection) else { return nil }
        var name: Int64?
        if let text = query.name {
            name = try NameTable.number(of: text, in: connection)
            if name == nil { return nil }
        }
        self.query = query
        self.scope = scope
        self.name = name
        limit = min(max(query.limit, 1), 1000)
        subjects = Self.subjects(query, name, scope)
        walk = try EventWalk(
            connection, from: query.from, until: query.until, before: query.before, budget: budget)
        names = try connection.prepare("SELECT text FROM term WHERE id = ?")
    }

    private static func subjects(_ query: EventQuery, _ name: Int64?, _ scope: Int64) -> [Int64] {
        var subjects = [EventSlots.Subject.app.hash(scope: scope)]
        if let name { subjects.append(EventSlots.Subject.name(name).hash(scope: scope)) }
        if var install = query.install {
            subjects.append(install.withUTF8 { EventSlots.Subject.install($0).hash(scope: scope) })
        }
        if var user = query.user {
            subjects.append(user.withUTF8 { EventSlots.Subject.user($0).hash(scope: scope) })
        }
        return subjects
    }

    mutating func run() throws(StoreError) -> EventPage {
        let (subjects, filter) = (self.subjects, self)
        var found: [EventRecord] = []
        let next = try walk.run { (slots) throws(StoreError) in
            try slots.common(subjects)
        } visit: { (row) throws(StoreError) in
            guard let event = try filter.match(LoggedEvent(row)) else { return false }
            found.append(event)
            return found.count == filter.limit
        }
        return EventPage(events: found, next: next)
    }

    /// The event if it matches.
    private func match(_ event: LoggedEvent) throws(StoreError) -> EventRecord? {
        guard event.scope == scope, name.map({ event.name == $0 }) ?? true else { return nil }
        let install = event.install
        guard !install.isEmpty, query.install.map({ isSame($0, install) }) ?? true else { return nil }
        if let asked = query.user {
            guard let user = event.user, isSame(asked, user) else { return nil }
        }
        names.bind(1, event.name)
        defer { names.reset() }
        return event.record(in: query.scope, name: try names.step() ? names.text(0) : "")
    }

    /// Ids are compared byte for byte: Unicode's equality joins different users (HUB-032).
    private func isSame(_ left: String, _ right: String) -> Bool { left.utf8.elementsEqual(right.utf8) }
}
