import MarqueeWire
import PlatformStore
import Web

/// The operations on lists, their columns and contact lists.
struct ListMethods: Sendable {
    let recipients: any RecipientStore

    var methods: [XMLAPIMethod] {
        [
            XMLAPIMethod(.addListColumn, required: ["LIST_ID", "COLUMN_NAME", "COLUMN_TYPE"], addColumn),
            XMLAPIMethod(.getListMetaData, required: ["LIST_ID"], metaData),
            XMLAPIMethod(.getLists, lists),
            XMLAPIMethod(.createContactList, required: ["DATABASE_ID", "CONTACT_LIST_NAME"], createContactList),
            XMLAPIMethod(.addContactToContactList, required: ["CONTACT_LIST_ID"], addContact),
            XMLAPIMethod(.getFolderPath, required: ["OBJECT_ID"], folderPath),
        ]
    }

    /// A new column is found by an index if its values tell recipients apart and the list has room for an index, because
    /// apps look for recipients by the columns that they add.
    private func addColumn(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        let list = try call.listID()
        let type = try ColumnTypes.type(try call.required("COLUMN_TYPE"))
        let choices = call.elements("SELECTION_VALUES", "VALUE").map(\.trimmedText)
        let known = try await recipients.list(list, app: call.app).columns.count { $0.lookup != .none }
        let column = ListColumn(
            name: try call.required("COLUMN_NAME"), type: type, standard: call["DEFAULT"] ?? "", choices: choices,
            lookup: known < ListRecord.maximumLookups ? ColumnTypes.lookup(of: type) : .none)
        _ = try await recipients.addColumn(column, to: list, app: call.app, by: call.who)
        return XMLAPIMethod.done
    }

    private func metaData(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        let list = try await recipients.list(try call.listID(), app: call.app)
        let size = try await recipients.entry(list.id, app: call.app).size
        return { result in
            result.element("ID", "\(list.id)")
            result.element("NAME", list.name)
            result.element("TYPE", "0")
            result.element("SIZE", "\(size)")
            result.element("LAST_MODIFIED", XMLAPIDate.text(list.modified))
            result.element("CREATED", XMLAPIDate.text(list.created))
            result.element("VISIBILITY", "1")
            result.element("COLUMNS") { columns in
                for column in list.columns {
                    columns.element("COLUMN") { Self.write(column, to: &$0) }
                }
            }
            result.element("KEY_COLUMNS") { columns in
                for column in list.columns where column.lookup == .unique {
                    columns.element("COLUMN") { $0.element("NAME", column.name) }
                }
            }
        }
    }

    private static func write(_ column: ListColumn, to document: inout XMLWriter) {
        document.element("NAME", column.name)
        document.element("TYPE", "\(column.type.rawValue)")
        if !column.standard.isEmpty { document.element("DEFAULT_VALUE", column.standard) }
        guard !column.choices.isEmpty else { return }
        document.element("SELECTION_VALUES") { values in
            for choice in column.choices { values.element("VALUE", choice) }
        }
    }

    private func lists(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        let kinds: Set<ListEntry.Kind>
        switch call["LIST_TYPE"] ?? "2" {
        case "0": kinds = [.database]
        case "1": kinds = [.query]
        case "2": kinds = [.database, .query, .contacts]
        case "15": kinds = [.table]
        case "18": kinds = [.contacts]
        case "5", "6", "13": kinds = []
        case let other:
            throw XMLAPIFault(.listTypeNotValid, "\"\(other.prefix(20))\" is no LIST_TYPE")
        }
        let entries = try await recipients.entries(app: call.app, kinds: kinds)
        let databases =
            kinds.contains(.database) || entries.allSatisfy { $0.parent == nil }
            ? entries : try await recipients.entries(app: call.app, kinds: [.database])
        let names = Dictionary(databases.map { ($0.id, $0.name) }) { first, _ in first }
        return { result in
            for entry in entries {
                result.element("LIST") { list in
                    list.element("ID", "\(entry.id)")
                    list.element("NAME", entry.name)
                    list.element("TYPE", Self.type(of: entry.kind))
                    list.element("SIZE", "\(entry.size)")
                    list.element("VISIBILITY", "1")
                    list.element("PARENT_NAME", entry.parent.flatMap { names[$0] } ?? "")
                    list.element("PARENT_DATABASE_ID", entry.parent.map { "\($0)" } ?? "")
                    list.element("PARENT_FOLDER", entry.folder)
                    list.element("LAST_MODIFIED", XMLAPIDate.text(entry.modified))
                    list.element("IS_FOLDER", "false")
                }
            }
        }
    }

    private static func type(of kind: ListEntry.Kind) -> String {
        switch kind {
        case .database: "0"
        case .query: "1"
        case .table: "15"
        case .contacts: "18"
        }
    }

    private func createContactList(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        let record = try await recipients.createContactList(
            try call.required("CONTACT_LIST_NAME"), folder: call["PARENT_FOLDER_PATH"] ?? "",
            of: try call.listID("DATABASE_ID"), app: call.app, by: call.who)
        return XMLAPIMethod.answer("CONTACT_LIST_ID", record.id)
    }

    private func addContact(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        let list = try call.listID("CONTACT_LIST_ID")
        let address: RecipientAddress
        if let id = try call.recipientID("CONTACT_ID") {
            address = .id(id)
        } else {
            let values = try call.columns()
            guard !values.isEmpty else { throw XMLAPIFault.missing("CONTACT_ID or COLUMN") }
            address = .values(values)
        }
        _ = try await recipients.addContact(address, to: list, app: call.app)
        return XMLAPIMethod.done
    }

    private func folderPath(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        let id = try call.listID("OBJECT_ID")
        let entry = try await recipients.entry(id, app: call.app)
        return XMLAPIMethod.answer("FOLDER_PATH", entry.folder.isEmpty ? "/" : "/\(entry.folder)/")
    }
}

extension XMLAPIErrorID {
    /// `LIST_TYPE` is none of the known numbers.
    fileprivate static let listTypeNotValid = Self(rawValue: 105)
}
