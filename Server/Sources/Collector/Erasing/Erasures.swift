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
        let ids: PersonIDs
        let asked: Timestamp
        var stage: Stage
        /// Within the stage.
        var position: String?
        /// Events that have lost their content.
        var events: Int
    }

    private let insert: SQLiteStatement
    private let select: SQLiteStatement
    private let update: SQLiteStatement
    private let finish: SQLiteStatement

    init(_ connection: SQLiteConnection) throws(StoreError) {
        insert = try connection.prepare(
            "INSERT INTO erasure (scope, ids, asked, stage, events) VALUES (?, ?, ?, 0, 0) RETURNING id")
        select = try connection.prepare(
            """
            SELECT id, scope, ids, asked, stage, position, events FROM erasure
            WHERE finished IS NULL ORDER BY id LIMIT 1
            """)
        update = try connection.prepare("UPDATE erasure SET stage = ?, position = ?, events = ? WHERE id = ?")
        finish = try connection.prepare("UPDATE erasure SET ids = NULL, position = NULL, finished = ? WHERE id = ?")
    }

    func add(_ ids: PersonIDs, scope: Int64, asked: Timestamp) throws(StoreError) -> Int64 {
        // Texts and arrays of texts cannot fail to be encoded.
        guard let json = try? JSONEncoder().encode(ids) else { throw StoreError(.invalid, "the ids are no texts") }
        insert.bind(1, scope)
        insert.bind(2, String(decoding: json, as: UTF8.self))
        insert.bind(3, asked.milliseconds)
        guard let id = try insert.first() else { throw StoreError(.storage, "the erasure was not written") }
        return id
    }

    /// The oldest request that is not finished.
    func next() throws(StoreError) -> Task? {
        defer { select.reset() }
        guard try select.step() else { return nil }
        guard let ids = try? JSONDecoder().decode(PersonIDs.self, from: Data(select.bytes(2))),
            let stage = Stage(rawValue: select.integer(4))
        else { throw StoreError(.damaged, "the erasure \(select.integer(0)) cannot be read") }
        return Task(
            id: select.integer(0), scope: select.integer(1), ids: ids,
            asked: Timestamp(milliseconds: select.integer(3)), stage: stage,
            position: select.isNull(5) ? nil : select.text(5), events: Int(select.integer(6)))
    }

    func store(_ task: Task) throws(StoreError) {
        update.bind(1, task.stage.rawValue)
        update.bind(2, task.position)
        update.bind(3, Int64(task.events))
        update.bind(4, task.id)
        try update.run()
    }

    func finish(_ task: Task, at time: Timestamp) throws(StoreError) {
        finish.bind(1, time.milliseconds)
        finish.bind(2, task.id)
        try finish.run()
    }

    /// The latest requests of an app and stream, the latest first.
    static func records(of scope: Scope, _ connection: SQLiteConnection) throws(StoreError) -> [ErasureRecord] {
        let select = try connection.prepare(
            """
            SELECT id, asked, finished, events FROM erasure WHERE scope = (SELECT id FROM term WHERE text = ?)
            ORDER BY id DESC LIMIT 1000
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
