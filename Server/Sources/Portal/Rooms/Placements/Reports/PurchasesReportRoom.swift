import Collector
import Hummingbird
import MarqueeWire
import PlatformStore

/// Every purchase that devices reported, with what the store says of it.
struct PurchasesReportRoom: PlacementReportRoom {
    static let path = PlacementReportPath.purchases
    static let title = "Purchases"
    static let names = ["status", "product"]
    private static let pageSize = 50
    private static let pageColumns = ["Time (UTC)", "Product", "Ended", "Price", "Status", "Reason", "Unit", "Device"]
    /// Of the file.
    private static let columns = [
        "Time (UTC)", "Product", "Quantity", "Resolution", "Price", "Currency", "Status", "Reason", "Revenue",
        "Revenue’s currency", "Unit", "Device", "Offer’s receipt",
    ]

    let desk: PortalDesk
    let sources: PlacementReportSources

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get(RouterPath(Self.path.path)) { request, _, visit in
            try await page(try FormFields(request.uri.query ?? ""), visit, notice: nil)
        }
        routes.get(RouterPath("\(Self.path.path).csv")) { request, _, visit in
            try export(try choice(try FormFields(request.uri.query ?? "")), try visit.scope())
        }
    }

    private func filter(_ choice: PlacementReportChoice) -> PurchaseFilter {
        var filter = choice.purchases
        filter.status = choice["status"].flatMap(PurchaseStatus.init)
        filter.product = choice["product"]
        return filter
    }

    func content(_ choice: PlacementReportChoice, _ scope: Scope) async throws -> PlacementReportPage.Content {
        let filter = filter(choice)
        let read = try await sources.purchases.purchases(
            filter, app: scope.app, before: choice.before, limit: Self.pageSize + 1)
        let found = read.prefix(Self.pageSize)
        var all = filter
        all.status = nil
        let counts = try await sources.purchases.counts(all, app: scope.app)
        let words = Words(try await sources.placements.units(app: scope.app))
        var content = PlacementReportPage.Content()
        content.selects = [
            PlacementReportPage.select(
                "status", "Status",
                [("", "All")] + PurchaseStatus.allCases.map { ($0.rawValue, Self.name($0)) }, chosen: choice["status"])
        ]
        content.figures = PurchaseStatus.allCases.compactMap { status in
            counts[status].map { .init(name: Self.name(status), value: String($0), remark: nil) }
        }
        content.tables = [
            ReportTable(
                "purchases", caption: "Purchases", hint: "The latest first, by the time of the report.",
                columns: Self.pageColumns, rows: found.map { (Self.pageValues($0, words), nil) },
                empty: "No purchase was reported in these days.")
        ]
        if read.count > found.count, let last = found.last {
            content.next = choice.address() + "&before=\(PercentEncoding.encoded(last.id))"
        }
        return content
    }

    /// What units and products are called, by their ids.
    private struct Words {
        let units: [String: String]
        let products: [String: String]

        init(_ units: [ContentUnitRecord]) {
            self.units = PurchasesReportRoom.names(units)
            let names = units.filter { $0.kind == .purchase }.compactMap { unit -> (id: String, name: String)? in
                guard let id = unit.document["product"]?.text, let name = unit.document["name"]?.text, !name.isEmpty
                else { return nil }
                return (id: id, name: name)
            }
            // A product that units call otherwise has no name of its own.
            products = Dictionary(names.map { ($0.id, $0.name) }) { one, other in one == other ? one : "" }
                .filter { !$0.value.isEmpty }
        }
    }

    private static func pageValues(_ purchase: PurchaseRecord, _ words: Words) -> [ReportTable.Value] {
        let product = words.products[purchase.product] ?? purchase.product
        return [
            .text(LocalTime.text(purchase.received)), .text("\(purchase.quantity) × \(product)"),
            .text(purchase.resolution.rawValue),
            .text(purchase.price.map { "\(ReportTable.money($0.milliunits).text) \($0.currency)" } ?? "–"),
            .text(name(purchase.status)), .text(reason(purchase)),
            .text(purchase.unit.map { words.units[$0] ?? $0 } ?? ""), .text(purchase.install),
        ]
    }

    private static func values(_ purchase: PurchaseRecord) -> [ReportTable.Value] {
        [
            .text(purchase.received.description), .text(purchase.product), .count(purchase.quantity),
            .text(purchase.resolution.rawValue),
            purchase.price.map { ReportTable.money($0.milliunits) } ?? .number("–", nil),
            .text(purchase.price?.currency ?? ""), .text(name(purchase.status)), .text(reason(purchase)),
            purchase.revenue.map { ReportTable.money(brings(purchase) ? $0.milliunits : 0) } ?? .number("–", nil),
            .text(purchase.revenue?.currency ?? ""), .text(purchase.unit ?? ""), .text(purchase.install),
            .text(purchase.offerReceipt ?? ""),
        ]
    }

    /// Whether the purchase is in the sums of revenue.
    private static func brings(_ purchase: PurchaseRecord) -> Bool {
        purchase.resolution == .buy && [.valid, .unverified, .pending].contains(purchase.status)
    }

    private static func reason(_ purchase: PurchaseRecord) -> String {
        let words = purchase.refusal.map { $0.rawValue.replacing("_", with: " ") }
        return [words, purchase.note.isEmpty ? nil : purchase.note, purchase.isTest ? "test device" : nil]
            .compactMap(\.self).joined(separator: "; ")
    }

    private static func name(_ status: PurchaseStatus) -> String {
        switch status {
        case .unverified: "Unverified"
        case .pending: "Pending"
        case .valid: "Verified"
        case .refused: "Refused"
        case .refunded: "Refunded"
        }
    }

    private func export(_ choice: PlacementReportChoice, _ scope: Scope) throws -> Response {
        let (filter, purchases) = (filter(choice), sources.purchases)
        return CSVAnswer.pieces(
            "marquee-placements-purchases-\(choice.days.lowerBound)-\(choice.days.upperBound)", Self.columns
        ) { (last: String?) in
            let page = try await purchases.purchases(filter, app: scope.app, before: last, limit: 1000)
            return CSVAnswer.Piece(
                rows: page.map { Self.values($0).map(\.cell) }, next: page.count == 1000 ? page.last?.id : nil)
        }
    }
}
