import MarqueeWire
import PlatformStore

/// The first and the last day on which each install opened the app: who is new, and who came back.
final class PlacementInstalls {
    /// An install that stayed away longer counts as won back.
    private static let absence = 7
    private static let returns: [Int: PlacementFigure] = [1: .returnedDay1, 7: .returnedDay7, 30: .returnedDay30]

    private struct Open {
        let install: Int64
        let place: PlacementRows.Place
    }

    private let find: SQLiteStatement
    private let store: SQLiteStatement
    private let remove: SQLiteStatement
    private var opens: [Open] = []

    init(_ connection: SQLiteConnection) throws(StoreError) {
        find = try connection.prepare(
            "SELECT first, last FROM placement_install WHERE scope = ? AND install = ? AND is_test = ?")
        store = try connection.prepare(
            """
            INSERT INTO placement_install (scope, install, is_test, first, last) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (scope, install, is_test) DO UPDATE SET last = excluded.last
            """)
        remove = try connection.prepare("DELETE FROM placement_install WHERE scope = ? AND install = ?")
    }

    func add(_ install: Int64, at place: PlacementRows.Place) { opens.append(Open(install: install, place: place)) }

    /// Counts what the opens of the transaction mean, in their order.
    func write(to rows: PlacementRows) throws(StoreError) {
        for open in opens {
            let day = open.place.day
            let known = try known(open)
            // A second open of a day, or one that arrived late, says nothing new.
            if let known, known.last >= day { continue }
            rows.add(1, to: .activeInstalls, at: open.place.app(on: day))
            if let known {
                if day - known.last > Self.absence {
                    rows.add(1, to: .reengagedInstalls, at: open.place.app(on: day))
                }
                if let figure = Self.returns[day - known.first] {
                    rows.add(1, to: figure, at: open.place.app(on: known.first))
                }
            } else {
                rows.add(1, to: .newInstalls, at: open.place.app(on: day))
            }
            bind(store, open)
            store.bind(4, Int64(known?.first ?? day))
            store.bind(5, Int64(day))
            try store.run()
        }
        forget()
    }

    func forget() { opens = [] }

    func remove(_ install: Int64, scope: Int64) throws(StoreError) {
        remove.bind(1, scope)
        remove.bind(2, install)
        try remove.run()
    }

    private func known(_ open: Open) throws(StoreError) -> (first: Int, last: Int)? {
        bind(find, open)
        defer { find.reset() }
        return try find.step() ? (Int(find.integer(0)), Int(find.integer(1))) : nil
    }

    private func bind(_ statement: SQLiteStatement, _ open: Open) {
        statement.bind(1, open.place.scope)
        statement.bind(2, open.install)
        statement.bind(3, open.place.isTest ? 1 : 0)
    }
}
