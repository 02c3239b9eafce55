import Decisioning
import MarqueeWire

/// What the platform knows of the player behind a request, as far as conditions of units ask for it: purchases that the
/// app's store confirmed, and contact lists that the player's recipient is on.
///
/// Nothing is read for a placement whose units ask for none of it.
struct StoredAttributes: Sendable {
    /// How many purchases the app's store confirmed.
    static let purchases = "purchases"
    /// Begins the name of what the confirmed purchases cost, in units of a currency: `spend.USD`.
    static let spend = "spend."
    /// The names of contact lists, segments among them, of the recipient whose *Mobile User Id* is the device's custom id.
    static let contactLists = "contact_lists"
    /// The most contact lists that are read.
    private static let most = 200

    private let currencies: Set<String>
    private let asksForPurchases: Bool
    private let asksForContactLists: Bool

    init(_ candidates: [Candidate]) {
        let names = Set(candidates.flatMap(\.conditions).map(\.attribute))
        currencies = Set(names.filter { $0.hasPrefix(Self.spend) }.map { String($0.dropFirst(Self.spend.count)) })
        asksForPurchases = names.contains(Self.purchases)
        asksForContactLists = names.contains(Self.contactLists)
    }

    /// - Parameters:
    ///   - install: `nil` for a device that opted out: nothing is known of what it bought.
    ///   - customID: the id that the app gave the player; none of a device that opted out.
    func values(
        install: String?, customID: Condition.Value?, app: String, _ db: any SQLTransaction
    ) throws -> [String: Condition.Value] {
        var values: [String: Condition.Value] = [:]
        if let install, asksForPurchases || !currencies.isEmpty { values = try bought(install, app, db) }
        if asksForContactLists, case .text(let player) = customID {
            values[Self.contactLists] = .set(try lists(of: player, app, db))
        }
        return values
    }

    private func bought(_ install: String, _ app: String, _ db: any SQLTransaction) throws -> [String: Condition.Value]
    {
        var number = 0.0
        var values = Dictionary(uniqueKeysWithValues: currencies.map { (Self.spend + $0, Condition.Value.number(0)) })
        let rows = try db.rows(
            """
            SELECT revenue_currency, COUNT(*) AS number, \(SQLRow.revenueSum) FROM purchase
            WHERE app = ? AND install = ? AND status = 'valid' AND resolution = 'buy' GROUP BY revenue_currency
            """, [app, install])
        for row in rows {
            number += Double(try row["number"] as Int)
            guard let currency: String = try row["revenue_currency"] else { continue }
            values[Self.spend + currency] = .number(Double(try row.revenueSum()) / 1_000)
        }
        values[Self.purchases] = .number(number)
        return values
    }

    private func lists(of player: String, _ app: String, _ db: any SQLTransaction) throws -> Set<String> {
        let column = ListColumn(name: "Mobile User Id", type: .text, lookup: .unique)
        guard let form = IndexedValue.form(player, of: column) else { return [] }
        let names: [String] = try db.column(
            """
            SELECT DISTINCT l.name FROM recipient_list d
            JOIN list_column c ON c.list = d.id AND c.folded = ? AND c.lookup = ?
            JOIN recipient_key k ON k.list = d.id AND k.number = c.number AND k.value = ?
            JOIN recipient r ON r.id = k.recipient AND r.removed IS NULL
            JOIN contact m ON m.recipient = r.id
            JOIN recipient_list l ON l.id = m.list AND l.removed IS NULL
            WHERE d.app = ? AND d.removed IS NULL ORDER BY l.name LIMIT ?
            """, [column.folded, column.lookup.rawValue, form, app, Self.most])
        return Set(names)
    }
}
