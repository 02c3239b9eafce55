import MarqueeWire
import Testing

@testable import Collector
@testable import PlatformStore

/// Which rows of tables belong to a person, for exports and erasures.
@Suite struct RowRuleTests {
    private static let eve = RecipientRecord(
        id: 7, list: 1, values: ["Customer Id": "c-1", "EMAIL": "Eve@X.org", "Name": ""], origin: .manual,
        created: Timestamp(milliseconds: 0), modified: Timestamp(milliseconds: 0), optedIn: nil, optedOut: nil)

    @Test(
        arguments: [
            (["CUSTOMER ID": "customer id"], ["Customer Id": "c-1"], true),
            (["CUSTOMER ID": "customer id"], ["Customer Id": "c-2"], false),
            (["Email": "EMAIL"], ["EMAIL": "eve@x.org"], true),
            (["Email": "EMAIL", "Customer Id": "Customer Id"], ["EMAIL": "eve@x.org", "Customer Id": "c-2"], false),
            // A recipient without a value does not own the rows without one.
            (["Customer Id": "Name"], ["Customer Id": ""], false),
        ] as [([String: String], [String: String], Bool)])
    func `rows of a joined table are found whatever the case of columns and addresses`(
        _ join: [String: String], _ row: [String: String], _ isOfPerson: Bool
    ) throws {
        let table = Self.table(["Customer Id", "EMAIL"], TableJoin(list: 1, columns: join))
        let rule = RowRule(table, [Self.eve], ids: [])
        #expect(rule?.isOfPerson(TableRow(key: "k", values: row)) ?? false == isOfPerson)
    }

    @Test func `rows of the audit of merges are found also for a recipient that was removed`() throws {
        let table = Self.table(["old recipient id", "New Recipient Id"], nil)
        let rule = try #require(RowRule(table, [], ids: ["166005"]))
        for (name, isFound) in [("old recipient id", true), ("New Recipient Id", true), ("other", false)] {
            #expect(rule.isOfPerson(TableRow(key: "k", values: [name: "166005"])) == isFound)
        }
    }

    private static func table(_ columns: [String], _ join: TableJoin?) -> RelationalTableRecord {
        RelationalTableRecord(
            id: 2, app: "demo", name: "T", folder: "", columns: columns.map { ListColumn(name: $0, type: .text) },
            join: join, created: Timestamp(milliseconds: 0))
    }
}
