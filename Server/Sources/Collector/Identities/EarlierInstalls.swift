import MarqueeWire
import PlatformStore

/// Installs that passed their first common id, and up to where their earlier events were read for other ids.
final class EarlierInstalls {
    struct Install {
        let scope: Int64
        let name: String
        fileprivate let position: EventCursor?
    }

    private let connection: SQLiteConnection
    private let insert: SQLiteStatement
    private let select: SQLiteStatement
    private let update: SQLiteStatement
    private let delete: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StoreError) {
        self.connection = connection
        insert = try connection.prepare("INSERT OR IGNORE INTO identity_earlier (scope, install) VALUES (?, ?)")
        select = try connection.prepare("SELECT scope, install, position FROM identity_earlier LIMIT 1")
        update = try connection.prepare("UPDATE identity_earlier SET position = ? WHERE scope = ? AND install = ?")
        delete = try connection.prepare("DELETE FROM identity_earlier WHERE scope = ? AND install = ?")
    }

    func add(scope: Int64, install: String) throws(StoreError) {
        insert.bind(1, scope)
        insert.bind(2, install)
        try insert.run()
    }

    func remove(scope: Int64, install: String) throws(StoreError) {
        delete.bind(1, scope)
        delete.bind(2, install)
        try delete.run()
    }

    func next() throws(StoreError) -> Install? {
        defer { select.reset() }
        guard try select.step() else { return nil }
        return Install(
            scope: select.integer(0), name: select.text(1),
            position: select.isNull(2) ? nil : EventCursor(select.text(2)))
    }

    /// Hands over some events of an install, the latest first.
    /// - Parameter budget: the rows that may be looked at; as many less on return.
    /// - Returns: where to go on; `nil` at the end.
    func read(
        _ install: Install, budget: inout Int, _ visit: (LoggedEvent) -> Void
    ) throws(StoreError) -> EventCursor? {
        var name = install.name
        let subject = name.withUTF8 { EventSlots.Subject.install($0).hash(scope: install.scope) }
        var walk = try EventWalk(connection, before: install.position, budget: budget)
        defer { budget = walk.budget }
        return try walk.run { (slots) throws(StoreError) in
            try slots.any([subject])
        } visit: { (row) throws(StoreError) in
            let event = LoggedEvent(row)
            if event.scope == install.scope, event.install.hasSameBytes(as: install.name) { visit(event) }
            return false
        }
    }

    func move(_ install: Install, to position: EventCursor?) throws(StoreError) {
        guard let position else { return try remove(scope: install.scope, install: install.name) }
        update.bind(1, position.description)
        update.bind(2, install.scope)
        update.bind(3, install.name)
        try update.run()
    }
}
