import Foundation
import MarqueeWire
import PlatformStore

/// The requests to erase people, in the table `erasure`, with the place up to which each was carried out.
final class Erasures {
    /// What is done, one stage after the other.
    enum Stage: Int64 {
        case events
        case slots
        case projections
        case names
        /// Before `names`, which is the last stage; the numbers of the others are in files.
        case letters
    }

    /// A request that is not finished.
    struct Task {
        let id: Int64
        let scope: Int64
        var ids: PersonIDs
        let asked: Timestamp
        /// Whether the devices opted out of placements, so that other events of theirs stay.
        let isOptOut: Bool
        /// Of the devices that opted out, the subjects in ``EventSlots`` that events which stay have too.
        var kept: Set<Int64>
        var stage: Stage
        /// Within the stage.
        var position: String?
        /// Events that have lost their content.
        var events: Int

        /// The ids of which nothing stays.
        var erased: PersonIDs {
            var erased = ids
            if !kept.isEmpty { erased.devices.removeAll(where: isKept) }
            return erased
        }

        /// The installs that are known for something else than placements too.
        var mixed: [String] { kept.isEmpty ? [] : ids.devices.filter(isKept) }

        private func isKept(_ install: String) -> Bool {
            PersonIDs(devices: [install]).subjects(scope: scope).contains { kept.contains($0) }
        }
    }

    private let insert: SQLiteStatement
    private let select: SQLiteStatement
    private let update: SQLiteStatement
    private let finish: SQLiteStatement
    private let remove: SQLiteStatement
    private let selectPlace: SQLiteStatement
    private let updatePlace: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StoreError) {
        insert = try connection.prepare(
            "INSERT INTO erasure (scope, ids, asked, is_opt_out, stage, events) VALUES (?, ?, ?, ?, 0, 0) RETURNING id")
        select = try connection.prepare(
            """
            SELECT id, scope, ids, asked, stage, position, events, is_opt_out, kept FROM erasure
            WHERE finished IS NULL ORDER BY is_opt_out, id LIMIT 1
            """)
        update = try connection.prepare(
            "UPDATE erasure SET stage = ?, position = ?, events = ?, ids = ?, kept = ? WHERE id = ?")
        finish = try connection.prepare("UPDATE erasure SET ids = NULL, position = NULL, finished = ? WHERE id = ?")
        remove = try connection.prepare("DELETE FROM erasure WHERE id = ?")
        selectPlace = try connection.prepare("SELECT place FROM opt_out_cursor")
        updatePlace = try connection.prepare("INSERT OR REPLACE INTO opt_out_cursor (id, place) VALUES (0, ?)")
    }

    @discardableResult
    func add(
        _ ids: PersonIDs, scope: Int64, asked: Timestamp, isOptOut: Bool = false
    ) throws(StoreError) -> Int64 {
        insert.bind(1, scope)
        insert.bind(2, try Self.text(ids))
        insert.bind(3, asked.milliseconds)
        insert.bind(4, isOptOut ? 1 : 0)
        guard let id = try insert.first() else { throw StoreError(.storage, "the erasure was not written") }
        return id
    }

    /// The oldest request that is not finished, those about people before opt-outs, which anybody can ask for.
    func next() throws(StoreError) -> Task? {
        defer { select.reset() }
        guard try select.step() else { return nil }
        guard let ids = try? JSONDecoder().decode(PersonIDs.self, from: Data(select.bytes(2))),
            let stage = Stage(rawValue: select.integer(4)),
            let kept = try? JSONDecoder().decode(Set<Int64>.self, from: Data(select.bytes(8)))
        else { throw StoreError(.damaged, "the erasure \(select.integer(0)) cannot be read") }
        return Task(
            id: select.integer(0), scope: select.integer(1), ids: ids,
            asked: Timestamp(milliseconds: select.integer(3)), isOptOut: select.integer(7) != 0, kept: kept,
            stage: stage, position: select.isNull(5) ? nil : select.text(5), events: Int(select.integer(6)))
    }

    func store(_ task: Task) throws(StoreError) {
        update.bind(1, task.stage.rawValue)
        update.bind(2, task.position)
        update.bind(3, Int64(task.events))
        update.bind(4, try Self.text(task.ids))
        update.bind(5, try Self.text(task.kept))
        update.bind(6, task.id)
        try update.run()
    }

    /// Nobody looks for the erasure of devices that opted out, so nothing of it is kept.
    func finish(_ task: Task, at time: Timestamp) throws(StoreError) {
        guard !task.isOptOut else {
            remove.bind(1, task.id)
            return try remove.run()
        }
        finish.bind(1, time.milliseconds)
        finish.bind(2, task.id)
        try finish.run()
    }

    /// The last opt-out that a request was made for.
    func optOutPlace() throws(StoreError) -> String? {
        defer { selectPlace.reset() }
        return try selectPlace.step() ? selectPlace.text(0) : nil
    }

    func store(optOutPlace: String) throws(StoreError) {
        updatePlace.bind(1, optOutPlace)
        try updatePlace.run()
    }

    private static func text(_ value: some Encodable) throws(StoreError) -> String {
        // Texts, numbers and arrays of them cannot fail to be encoded.
        guard let json = try? JSONEncoder().encode(value) else { throw StoreError(.invalid, "the ids are no texts") }
        return String(decoding: json, as: UTF8.self)
    }

    /// The latest requests of an app and stream, the latest first.
    static func records(of scope: Scope, _ connection: SQLiteConnection) throws(StoreError) -> [ErasureRecord] {
        let select = try connection.prepare(
            """
            SELECT id, asked, finished, events FROM erasure
            WHERE scope = (SELECT id FROM term WHERE text = ?) AND is_opt_out = 0 ORDER BY id DESC LIMIT 1000
            """)
        select.bind(1, scope.description)
        var records: [ErasureRecord] = []
        while try select.step() {
            records.append(
                ErasureRecord(
                    id: select.integer(0), asked: Timestamp(milliseconds: select.integer(1)),
                    finished: select.isNull(2) ? nil : Timestamp(milliseconds: select.integer(2)),
                    events: Int(select.integer(3))))
        }
        return records
    }
}
