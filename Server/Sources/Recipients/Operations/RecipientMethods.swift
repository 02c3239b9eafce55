import Foundation
import MarqueeWire
import PlatformStore
import Web

/// The operations on one recipient.
struct RecipientMethods: Sendable {
    let recipients: any RecipientStore

    var methods: [XMLAPIMethod] {
        [
            XMLAPIMethod(.addRecipient, required: ["LIST_ID"], add),
            XMLAPIMethod(.updateRecipient, required: ["LIST_ID"], update),
            XMLAPIMethod(.selectRecipientData, required: ["LIST_ID"], select),
            XMLAPIMethod(.removeRecipient, required: ["LIST_ID"], remove),
            XMLAPIMethod(.optOutRecipient, required: ["LIST_ID"], optOut),
            XMLAPIMethod(.doubleOptInRecipient, required: ["LIST_ID"], optIn),
        ]
    }

    private func add(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        let list = try call.listID()
        let values = try call.columns()
        let origin = try self.origin(call)
        let match: RecipientAddition.Match =
            call.isTrue("UPDATE_IF_FOUND") ? .update(try call.syncFields()) : .refuse
        let contactLists = try call.elements("CONTACT_LISTS", "CONTACT_LIST_ID").map { element throws(XMLAPIFault) in
            guard let id = Int64(element.trimmedText) else {
                throw XMLAPIFault(.listIDNotInteger, "CONTACT_LIST_ID is a number")
            }
            return id
        }
        let addition = RecipientAddition(values, match: match, origin: origin, contactLists: contactLists)
        let stored = try await recipients.add(addition, to: list, app: call.app)
        return XMLAPIMethod.answer("RecipientId", stored.id)
    }

    private func origin(_ call: XMLAPICall) throws(XMLAPIFault) -> RecipientRecord.Origin {
        guard let text = call["CREATED_FROM"] else { return .manual }
        guard let origin = Int(text).flatMap(RecipientRecord.Origin.init) else {
            throw XMLAPIFault(.createdFromNotValid, "CREATED_FROM is 0, 1, 2 or 3")
        }
        return origin
    }

    private func update(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        let list = try call.listID()
        let values = try call.columns()
        if let id = try call.recipientID() {
            return Self.answer(try await recipients.update(.id(id), values, in: list, app: call.app))
        }
        var fields = try call.syncFields()
        if let email = call["OLD_EMAIL"] { Self.set("EMAIL", to: email, in: &fields) }
        guard !fields.isEmpty else { throw XMLAPIFault.missing("RECIPIENT_ID or SYNC_FIELDS") }
        let record = try await recipients.list(list, app: call.app)
        let unique = Set(record.columns.filter { $0.lookup == .unique }.map { $0.name.lowercased() })
        let known = Dictionary(fields.map { (Self.folded($0.key), $0.value) }) { first, _ in first }
        for (name, value) in values where unique.contains(Self.folded(name)) {
            guard known[Self.folded(name)] == value else {
                throw XMLAPIFault(
                    .cannotUpdateKey, "the unique column \"\(name)\" changes only for a recipient named by RECIPIENT_ID"
                )
            }
        }
        return Self.answer(try await recipients.update(.values(fields), values, in: list, app: call.app))
    }

    private func select(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        let list = try call.listID()
        let recipient = try await recipients.recipient(try address(call), in: list, app: call.app)
        return { result in
            let email = recipient.value("EMAIL")
            result.element("EMAIL", email)
            result.element("Email", email)
            result.element("RecipientId", "\(recipient.id)")
            result.element("EmailType", "0")
            result.element("LastModified", XMLAPIDate.text(recipient.modified))
            result.element("CreatedFrom", "\(recipient.origin.rawValue)")
            result.element("OptedIn", XMLAPIDate.text(recipient.optedIn))
            result.element("OptedOut", XMLAPIDate.text(recipient.optedOut))
            result.element("COLUMNS") { columns in
                for (name, value) in recipient.values.sorted(by: { $0.key < $1.key }) {
                    columns.element("COLUMN") { column in
                        column.element("NAME", name)
                        column.element("VALUE", value)
                    }
                }
            }
        }
    }

    private func remove(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        try await recipients.remove(try address(call), from: try call.listID(), app: call.app)
        return XMLAPIMethod.done
    }

    private func optOut(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        _ = try await recipients.setOptedOut(true, try address(call), in: try call.listID(), app: call.app)
        return XMLAPIMethod.done
    }

    /// Adds a recipient that is not there yet.
    private func optIn(_ call: XMLAPICall) async throws -> XMLAPIMethod.Result {
        let list = try call.listID()
        if let id = try call.recipientID() {
            return Self.answer(try await recipients.setOptedOut(false, .id(id), in: list, app: call.app))
        }
        var values = try call.columns()
        if let email = call["EMAIL"] { Self.set("EMAIL", to: email, in: &values) }
        guard !values.isEmpty else { throw XMLAPIFault.missing("COLUMN") }
        // Without a unique value, the address says who it is.
        let record = try await recipients.list(list, app: call.app)
        let hasKey = values.contains { record.column($0.key)?.lookup == .unique && !$0.value.isEmpty }
        let match = hasKey ? [:] : values.filter { Self.folded($0.key) == "email" }
        let stored = try await recipients.add(
            RecipientAddition(values, match: .update(match), origin: .optedIn), to: list, app: call.app)
        if stored.isNew { return Self.answer(stored) }
        return Self.answer(try await recipients.setOptedOut(false, .id(stored.id), in: list, app: call.app))
    }

    /// A recipient id beats values; of values all have to be met.
    private func address(_ call: XMLAPICall) throws(XMLAPIFault) -> RecipientAddress {
        if let id = try call.recipientID() { return .id(id) }
        var values = try call.columns()
        values.merge(try call.syncFields()) { column, _ in column }
        if let email = call["EMAIL"], !values.keys.contains(where: { $0.lowercased() == "email" }) {
            values["EMAIL"] = email
        }
        guard !values.isEmpty else { throw .missing("EMAIL, RECIPIENT_ID or COLUMN") }
        return .values(values)
    }

    /// Names are the same whatever their case.
    private static func set(_ name: String, to value: String, in values: inout [String: String]) {
        for known in values.keys where folded(known) == folded(name) { values[known] = nil }
        values[name] = value
    }

    /// The form in which names of columns are compared.
    private static func folded(_ name: String) -> String {
        name.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
    }

    private static func answer(_ stored: StoredRecipient) -> XMLAPIMethod.Result {
        XMLAPIMethod.answer("RecipientId", stored.id)
    }
}

extension XMLAPIErrorID {
    /// `CREATED_FROM` is none of the known numbers.
    fileprivate static let createdFromNotValid = Self(rawValue: 116)
}
