import MarqueeWire
import PlatformStore
import Web
import XMLTree

/// The operations on relational tables.
struct TableMethods: Sendable {
    let tables: any RelationalTableStore
    let recipients: any RecipientStore

    var methods: [XMLAPIMethod] {
        [
            XMLAPIMethod(.createTable, required: ["TABLE_NAME"], create),
            XMLAPIMethod(.joinTable, join),
            XMLAPIMethod(.insertUpdateRelationalTable, required: ["TABLE_ID"]) { call in
                try await tables.insertOrUpdate(try call.rows(), in: try call.listID("TABLE_ID"), app: call.app)
                return { $0.element("FAILURES", "") }
            },
            XMLAPIMethod(.deleteRelationalTableData, required: ["TABLE_ID"]) { call in
                _ = try await tables.deleteRows(
                    try call.rows("KEY_COLUMN"), in: try call.listID("TABLE_ID"), app: call.app)
                return { $0.element("FAILURES", "") }
            },
            XMLAPIMethod(.purgeTable) { call in
                try await tables.purge(try await table(call), app: call.app, by: call.who)
                return XMLAPIMethod.done
            },
            XMLAPIMethod(.deleteTable) { call in
                try await tables.removeTable(try await table(call), app: call.app, by: call.who)
                return XMLAPIMethod.done
            },
        ]
    }

    private func create(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        let columns = try call.elements("COLUMNS", "COLUMN").map(column)
        guard !columns.isEmpty else { throw XMLAPIFault.missing("COLUMNS") }
        let record = try await tables.createTable(
            try call.required("TABLE_NAME"), folder: call["PARENT_FOLDER_PATH"] ?? "", columns: columns, app: call.app,
            by: call.who)
        return XMLAPIMethod.answer("TABLE_ID", record.id)
    }

    private func column(_ element: XMLElement) throws(XMLAPIFault) -> ListColumn {
        guard let name = element.text(of: "NAME"), !name.isEmpty else {
            throw XMLAPIFault(.columnNameRequired, "a COLUMN has no NAME")
        }
        let isKey = element.text(of: "KEY_COLUMN")?.lowercased() == "true"
        let choices = element.all(named: "SELECTION_VALUES").flatMap { $0.all(named: "VALUE") }
        return ListColumn(
            name: name, type: try ColumnTypes.type(element.text(of: "TYPE") ?? "TEXT"),
            standard: element.text(of: "DEFAULT_VALUE") ?? "", choices: choices.map(\.trimmedText),
            lookup: isKey ? .unique : .none)
    }

    private func join(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        let fields = call.operation.all(named: "MAP_FIELD")
        var columns: [String: String] = [:]
        for field in fields {
            guard let own = field.text(of: "TABLE_FIELD"), let other = field.text(of: "LIST_FIELD") else {
                throw XMLAPIFault.missing("LIST_FIELD and TABLE_FIELD")
            }
            columns[own] = other
        }
        guard !columns.isEmpty else { throw XMLAPIFault.missing("MAP_FIELD") }
        let list = try await id(call, "LIST", .database)
        try await tables.join(
            try await table(call), TableJoin(list: list, columns: columns), app: call.app, by: call.who)
        return XMLAPIMethod.done
    }

    private func table(_ call: XMLAPICall) async throws -> Int64 { try await id(call, "TABLE", .table) }

    /// `…_ID`, or the id of what is called `…_NAME`.
    private func id(_ call: XMLAPICall, _ word: String, _ kind: ListEntry.Kind) async throws -> Int64 {
        try await NamedEntry(recipients).id(call, word, kind)
    }
}
