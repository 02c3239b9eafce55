import MarqueeWire

/// A row of the table of recipients.
struct RecipientRow: Sendable {
    let id: Int64
    let list: Int64
    var cells: RecipientCells
    let origin: RecipientRecord.Origin
    let created: Timestamp
    let modified: Timestamp
    let optedIn: Timestamp?
    let optedOut: Timestamp?
    let removed: Timestamp?

    init(_ row: SQLRow) throws {
        id = try row["id"]
        list = try row["list"]
        cells = try RecipientCells(json: try row["cells"])
        origin = RecipientRecord.Origin(rawValue: try row["origin"]) ?? .manual
        created = try row["created"]
        modified = try row["modified"]
        optedIn = try row["opted_in"]
        optedOut = try row["opted_out"]
        removed = try row["removed"]
    }

    func record(_ columns: [ListColumn]) -> RecipientRecord {
        RecipientRecord(
            id: id, list: list, values: cells.named(by: columns), origin: origin, created: created, modified: modified,
            optedIn: optedIn, optedOut: optedOut)
    }
}
