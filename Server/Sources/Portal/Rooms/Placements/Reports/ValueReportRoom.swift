import Collector
import Hummingbird
import MarqueeWire
import PlatformStore

/// What purchases brought: by currency, by day, converted into one currency, and for each install.
struct ValueReportRoom: PlacementReportRoom {
    static let path = PlacementReportPath.value
    static let title = "Revenue"
    static let names = ["into", "counted"]
    /// More stored rates than these are in the file only.
    private static let mostRates = 500

    let desk: PortalDesk
    let sources: PlacementReportSources

    func add(to routes: RoomRoutes<some RequestContext>) {
        addReport(to: routes)
        routes.post("placements/reports/rates") { _, _, visit, form in try await store(form, visit) }
    }

    /// Stores rates, and leads to the days that the page showed. What cannot be read stays in the form.
    private func store(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let (target, text) = (form["target"], form.raw("rates"))
        let address = try choice(form).address()
        let problem: String
        do {
            let rates = try RateText.rates(text, into: target)
            try await sources.purchases.setRates(rates, app: try visit.id(), by: visit.who)
            return PortalDesk.redirect("\(address)&into=\(target)&done=rates")
        } catch let error as PortalError where error.code == .invalidField {
            problem = error.message
        } catch let error as StoreError where error.code == .invalid {
            problem = UnitRoom.sentence(error)
        }
        let isTarget = !TrackedPurchase.Price.isCurrency(target)
        let fault = PageFrame.Notice.Fault(
            label: isTarget ? "Convert into" : "Rates", sentence: problem, anchor: isTarget ? "target" : "rates-text")
        let notice = PageFrame.Notice.refusal("No rate was stored. See this field:", [fault])
        return try await page(form, visit, notice: notice) { content in
            content.rates?.target = target
            content.rates?.text = text
            content.rates?.isTyped = true
            if isTarget { content.rates?.targetProblem = problem } else { content.rates?.textProblem = problem }
        }
    }

    func content(_ choice: PlacementReportChoice, _ scope: Scope) async throws -> PlacementReportPage.Content {
        let revenue = try await sources.purchases.revenue(choice.purchases, app: scope.app)
        let days = try await sources.purchases.revenueByDay(choice.purchases, app: scope.app)
        let targets = try await sources.purchases.rateCurrencies(app: scope.app)
        let into = choice["into"].flatMap { TrackedPurchase.Price.isCurrency($0) ? $0 : nil } ?? targets.first
        let isAll = choice["counted"] == "all"
        var content = PlacementReportPage.Content()
        content.selects = [
            PlacementReportPage.select(
                "counted", "Lifetime value counts",
                [("", "verified purchases"), ("all", "also unverified ones")], chosen: choice["counted"])
        ]
        if !targets.isEmpty {
            content.selects.append(
                PlacementReportPage.select("into", "Convert into", targets.map { ($0, $0) }, chosen: into))
        }
        content.tables = [Self.currencies("currencies", "By currency", revenue)]
        if let into, !targets.isEmpty {
            try await convert(days, into: into, scope, &content)
        }
        content.tables.append(try await lifetime(scope, isAll: isAll))
        content.tables.append(Self.days(days))
        if let into, !targets.isEmpty { content.tables.append(try await stored(choice, into: into, scope)) }
        content.hints = [
            "Sandbox purchases, refused and refunded ones bring nothing, and so do those of test devices unless they are "
                + "chosen above. A purchase without a known price is in no sum.",
            "Lifetime value counts all time, whatever the days above: what known installs have spent, also those that "
                + "paid and whose opens were not counted. It is divided by the installs that have opened the app since "
                + "opens are counted, and by those that have paid. If more have paid than opened, there is no value per "
                + "install.",
        ]
        let kept =
            choice.fields.filter { $0.name != "into" } + [
                (name: "from", value: choice.days.lowerBound.description),
                (name: "through", value: choice.days.upperBound.description),
            ]
        content.rates = .init(target: into ?? "USD", fields: kept.map { .init(name: $0.name, value: $0.value) })
        return content
    }

    private func convert(
        _ days: [Int: [Revenue]], into target: String, _ scope: Scope, _ content: inout PlacementReportPage.Content
    ) async throws {
        guard let first = days.keys.min(), let last = days.keys.max() else { return }
        let rates = try await sources.purchases.rates(into: target, days: first...last, app: scope.app)
        let sum = ConvertedRevenue(days, into: target, rates: rates)
        content.figures = [
            ("Verified", sum.converted.verified), ("Unverified", sum.converted.unverified),
            ("Pending", sum.converted.pending),
        ].map { name, part in
            .init(
                name: "\(name) in \(target)", value: ReportTable.money(part.milliunits).text,
                remark: Plural.count(part.purchases, "purchase", "purchases"))
        }
        guard !sum.unconverted.isEmpty else { return }
        content.warnings.append(
            "Some amounts have no rate for the day of their purchase. They stand below, unconverted.")
        content.tables.append(Self.currencies("unconverted", "Without a rate", sum.unconverted))
    }

    /// The rates of these days.
    private func stored(
        _ choice: PlacementReportChoice, into target: String, _ scope: Scope
    ) async throws -> ReportTable {
        let days = choice.days.lowerBound.number...choice.days.upperBound.number
        let rates = try await sources.purchases.rates(into: target, days: days, app: scope.app)
        return ReportTable(
            "rates", caption: "Rates into \(target)", hint: "What one unit of the currency was worth on the day.",
            columns: ["Day", "Currency", "Rate"],
            rows: rates.map { rate in
                (
                    [
                        .text(Day(number: rate.day).description), .text(rate.currency),
                        .number(RateText.text(rate.trillionths), Double(rate.trillionths) / 1e12),
                    ], nil
                )
            }, empty: "No rate into \(target) is stored for these days.", isFileOnly: rates.count > Self.mostRates)
    }

    private static func currencies(_ id: String, _ caption: String, _ revenue: [Revenue]) -> ReportTable {
        ReportTable(
            id, caption: caption,
            columns: ["Currency", "Verified", "Unverified", "Pending", "Purchases verified", "Purchases unverified"],
            rows: revenue.map { amount in
                (
                    [
                        .text(amount.currency), ReportTable.money(amount.verified.milliunits),
                        ReportTable.money(amount.unverified.milliunits), ReportTable.money(amount.pending.milliunits),
                        .count(amount.verified.purchases), .count(amount.unverified.purchases),
                    ], nil
                )
            }, empty: "No purchase has brought anything in these days.")
    }

    private static func days(_ days: [Int: [Revenue]]) -> ReportTable {
        ReportTable(
            "days", caption: "By day of the purchase",
            columns: ["Day", "Currency", "Verified", "Unverified", "Pending"],
            rows: days.sorted { $0.key > $1.key }.flatMap { day, amounts in
                amounts.map { amount in
                    (
                        [
                            .text(Day(number: day).description), .text(amount.currency),
                            ReportTable.money(amount.verified.milliunits),
                            ReportTable.money(amount.unverified.milliunits),
                            ReportTable.money(amount.pending.milliunits),
                        ], nil
                    )
                }
            }, empty: "No purchase has brought anything in these days.")
    }

    private func lifetime(_ scope: Scope, isAll: Bool) async throws -> ReportTable {
        let installs = try await sources.collector.reports.placementInstalls(scope: scope)
        let amounts = try await sources.purchases.lifetimeRevenue(app: scope.app)
        // Revenue is that of all servers, and installs are those of this one.
        let sharesInstalls = sources.collector.server != nil
        func each(_ milliunits: Int64, of count: Int) -> ReportTable.Value {
            guard count > 0 else { return .number("–", nil) }
            let (whole, rest) = milliunits.quotientAndRemainder(dividingBy: Int64(count))
            return ReportTable.money(rest < Int64(count) - rest ? whole : whole + 1)
        }
        return ReportTable(
            "lifetime", caption: "Lifetime value",
            hint: [
                isAll
                    ? "With purchases that are unverified or wait to be verified."
                    : "Only purchases that the store has confirmed.",
                sharesInstalls ? "Several servers share the database: installs are those that this one saw." : nil,
            ].compactMap(\.self).joined(separator: " "),
            columns: ["Currency", "Revenue", "Installs", "Per install", "Paying installs", "Per paying install"],
            rows: amounts.map { amount in
                let part = isAll ? amount.all : amount.verified
                let hasShare = !sharesInstalls && part.payers <= installs
                return (
                    [
                        .text(amount.currency), ReportTable.money(part.milliunits), .count(installs),
                        hasShare ? each(part.milliunits, of: installs) : .number("–", nil), .count(part.payers),
                        each(part.milliunits, of: part.payers),
                    ], nil
                )
            }, empty: "No install has paid yet.")
    }
}
