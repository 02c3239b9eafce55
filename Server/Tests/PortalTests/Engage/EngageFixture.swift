import Foundation
import MarqueeWire
import PlatformStore
import Testing

@testable import Portal

/// A portal whose app has a database with a key, an index and a choice.
struct EngageFixture: Sendable {
    let portal: TestPortal
    let list: ListRecord

    var address: String { "/portal/engage/databases/\(list.id)" }

    init(portal: TestPortal? = nil) async throws {
        let portal = if let portal { portal } else { try await TestPortal() }
        self.portal = portal
        list = try await portal.platform.recipients.createList(
            "People", folder: "",
            columns: [
                ListColumn(name: "Mobile User Id", type: .text, lookup: .unique),
                ListColumn(name: "City", type: .text, lookup: .indexed),
                ListColumn(name: "Grade", type: .selectOne, choices: ["gold", "silver"]),
                ListColumn(name: "Merged Recipient Id", type: .text, lookup: .indexed),
                ListColumn(name: "Merged Date", type: .text),
            ], app: TestPortal.app, by: "test")
    }

    @discardableResult
    func add(_ values: [String: String]) async throws -> Int64 {
        try await portal.platform.recipients.add(RecipientAddition(values), to: list.id, app: TestPortal.app).id
    }

    func recipient(_ id: Int64) async throws -> RecipientRecord {
        try await portal.platform.recipients.recipient(.id(id), in: list.id, app: TestPortal.app)
    }

    func address(_ recipient: Int64) -> String { "/portal/engage/recipients/\(list.id)/\(recipient)" }

    /// The form of a recipient's page as it stands, with other values typed into some columns.
    func form(_ page: Browser.Page, _ typed: [String: String]) throws -> [String: String] {
        var fields: [String: String] = [:]
        for column in list.columns {
            let shown = try #require(page.values("shown.\(column.number)").first)
            fields["shown.\(column.number)"] = shown
            fields["value.\(column.number)"] = typed[column.name] ?? shown
        }
        return fields
    }
}
