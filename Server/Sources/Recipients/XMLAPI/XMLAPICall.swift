import MarqueeWire
import PlatformStore
import XMLTree

/// One call of an operation: who calls, and the parameters.
struct XMLAPICall: Sendable {
    /// The most columns, rows or expressions of one call.
    private static let maximumEntries = 1_000

    let caller: EngageCaller
    let operation: XMLElement

    var app: String { caller.client.app }
    /// For the audit log.
    var who: String { caller.client.who }

    /// A parameter; `nil` when it is missing or empty.
    subscript(_ name: String) -> String? {
        operation.text(of: name).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// - Throws: fault 52.
    func required(_ name: String) throws(XMLAPIFault) -> String {
        guard let value = self[name] else { throw .missing(name) }
        return value
    }

    /// - Throws: fault 52; 310 for a text that is no number.
    func listID(_ name: String = "LIST_ID") throws(XMLAPIFault) -> Int64 {
        let text = try required(name)
        guard let id = Int64(text) else {
            throw XMLAPIFault(.listIDNotInteger, "\(name) is a number, not \"\(text.prefix(80))\"")
        }
        return id
    }

    /// - Throws: fault 135.
    func jobID() throws(XMLAPIFault) -> Int64 {
        guard let id = Int64(try required("JOB_ID")) else { throw XMLAPIFault(.jobNotValid, "JOB_ID is a number") }
        return id
    }

    /// `RECIPIENT_ID`, or the id under another name; `nil` without one.
    /// - Throws: fault 124 for a text that is no number.
    func recipientID(_ name: String = "RECIPIENT_ID") throws(XMLAPIFault) -> Int64? {
        guard let text = self[name] else { return nil }
        guard let id = Int64(text) else {
            throw XMLAPIFault(.recipientIDNotValid, "\(name) is a number, not \"\(text.prefix(80))\"")
        }
        return id
    }

    /// Whether a parameter says yes.
    func isTrue(_ name: String) -> Bool {
        ["true", "yes", "1", "t", "y"].contains(self[name]?.lowercased() ?? "")
    }

    /// The `COLUMN`s below the operation. Of two with one name the later one counts.
    /// - Throws: fault 316 for one without a name.
    func columns() throws(XMLAPIFault) -> [String: String] {
        try Self.pairs(operation.all(named: "COLUMN"), orFault: .columnNameRequired)
    }

    /// - Throws: fault 329 for a field without a name.
    func syncFields() throws(XMLAPIFault) -> [String: String] {
        try Self.pairs(elements("SYNC_FIELDS", "SYNC_FIELD"), orFault: .syncFieldNameRequired)
    }

    /// The elements of a name within one around them.
    func elements(_ group: String, _ name: String) -> [XMLElement] {
        operation.all(named: group).flatMap { $0.all(named: name) }
    }

    /// `ROWS/ROW`, each with columns by their attribute `name`.
    func rows(_ name: String = "COLUMN") throws(XMLAPIFault) -> [[String: String]] {
        var rows: [[String: String]] = []
        for row in elements("ROWS", "ROW") {
            var (values, names): ([String: String], [String: String]) = ([:], [:])
            for column in row.all(named: name) {
                guard let name = column.attributes["name"], !name.isEmpty else {
                    throw XMLAPIFault(.columnNameRequired, "a COLUMN of a ROW has no name")
                }
                if let earlier = names.updateValue(name, forKey: name.lowercased()) { values[earlier] = nil }
                values[name] = column.trimmedText
            }
            rows.append(values)
        }
        guard !rows.isEmpty else { throw .missing("ROWS") }
        return rows
    }

    /// Names are the same whatever their case, so that of two the store would not take any.
    private static func pairs(_ elements: [XMLElement], orFault id: XMLAPIErrorID) throws(XMLAPIFault)
        -> [String: String]
    {
        guard elements.count <= maximumEntries else {
            throw XMLAPIFault(.invalidXML, "there are at most \(maximumEntries) columns")
        }
        var (values, names): ([String: String], [String: String]) = ([:], [:])
        for element in elements {
            guard let name = element.text(of: "NAME"), !name.isEmpty else {
                throw XMLAPIFault(id, "a \(element.name) has no NAME")
            }
            if let earlier = names.updateValue(name, forKey: name.lowercased()) { values[earlier] = nil }
            values[name] = element.text(of: "VALUE") ?? ""
        }
        return values
    }
}
