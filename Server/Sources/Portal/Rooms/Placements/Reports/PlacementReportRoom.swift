import Collector
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore

/// What the reports of placements read.
struct PlacementReportSources: Sendable {
    let collector: Collector
    let placements: any PlacementStore
    let purchases: any PurchaseStore
}

/// One report of placements: a page, and each of its tables as a file.
protocol PlacementReportRoom: PortalRoom {
    var desk: PortalDesk { get }
    var sources: PlacementReportSources { get }
    static var path: PlacementReportPath { get }
    static var title: String { get }
    /// The fields of the address that this report knows beside days, devices, unit and placement.
    static var names: [String] { get }

    /// Reads what the report shows.
    func content(_ choice: PlacementReportChoice, _ scope: Scope) async throws -> PlacementReportPage.Content
}

extension PlacementReportRoom {
    static var names: [String] { [] }

    func add(to routes: RoomRoutes<some RequestContext>) { addReport(to: routes) }

    /// The page, and its tables as files.
    func addReport(to routes: RoomRoutes<some RequestContext>) {
        routes.get(RouterPath(Self.path.path)) { request, _, visit in
            try await page(try FormFields(request.uri.query ?? ""), visit, notice: try DoneNotice.of(request))
        }
        routes.get(RouterPath("\(Self.path.path).csv")) { request, _, visit in
            try await export(try FormFields(request.uri.query ?? ""), visit)
        }
    }

    var today: Day { Day(desk.now()) }

    func choice(_ form: FormFields) throws(PortalError) -> PlacementReportChoice {
        try PlacementReportChoice(form, Self.path, names: Self.names, today: today)
    }

    /// Shows the report.
    /// - Parameters:
    ///   - notice: what a form did, or why it was refused.
    ///   - change: puts what was typed into what the report shows.
    func page(
        _ form: FormFields, _ visit: Visit, notice: PageFrame.Notice?,
        change: (inout PlacementReportPage.Content) -> Void = { _ in }
    ) async throws -> Response {
        let (choice, problem) = try lenientChoice(form)
        let scope = try visit.scope()
        var content = try await content(choice, scope)
        if choice.placement != nil, Self.path.countsStoredPurchases {
            content.warnings.append(
                "Revenue and lists of purchases are those of all placements: a stored purchase names its unit only.")
        }
        change(&content)
        let days = problem.map { sentence in
            PageFrame.Notice.refusal(
                "These are the latest 30 days.", [.init(label: "From", sentence: sentence, anchor: "from")])
        }
        let shown = days ?? notice
        let subtitle = "\(choice.days.lowerBound) to \(choice.days.upperBound), days in UTC"
        let frame = desk.frame(
            Self.title, subtitle: sources.collector.subtitle(subtitle), at: PlacementReportPath.overview.address, visit,
            notice: shown)
        var page = PlacementReportPage(
            choice, content, today: today, frame: frame, mayChange: visit.may(.editor),
            narrowedName: try await narrowedName(choice, scope))
        if let problem {
            (page.from, page.through, page.daysProblem) = (form["from"], form["through"], problem)
        }
        return try desk.page(
            page, "placement-report", status: shown?.isRefusal == true ? .badRequest : .ok)
    }

    /// The choice; for days that are none, the latest ones and what is wrong with those that were chosen.
    private func lenientChoice(_ form: FormFields) throws -> (PlacementReportChoice, problem: String?) {
        let latest = try PlacementReportChoice(form, Self.path, names: Self.names, today: today, ignoresDays: true)
        do throws(PortalError) {
            return (try choice(form), nil)
        } catch {
            return (latest, error.message)
        }
    }

    /// What the unit or placement is called that the report is narrowed to; its id if the app does not have it.
    private func narrowedName(_ choice: PlacementReportChoice, _ scope: Scope) async throws -> String? {
        if let unit = choice.unit { return try await sources.placements.unit(unit, app: scope.app)?.name ?? unit }
        guard let tag = choice.placement else { return nil }
        return try await sources.placements.placement(tag, app: scope.app)?.name ?? tag
    }

    /// What units are called, by their ids.
    func unitNames(_ scope: Scope) async throws -> [String: String] {
        Self.names(try await sources.placements.units(app: scope.app))
    }

    /// What units are called, by their ids.
    static func names(_ units: [ContentUnitRecord]) -> [String: String] {
        Dictionary(units.map { ($0.id, $0.name) }) { first, _ in first }
    }

    /// The figures of the whole app, whatever the report is narrowed to.
    func wholeApp(
        _ choice: PlacementReportChoice, _ scope: Scope, by grouping: PlacementQuery.Grouping
    ) async throws -> [PlacementRow] {
        var whole = choice
        (whole.unit, whole.placement) = (nil, nil)
        return try await sources.collector.reports.placements(whole.query(scope, by: grouping, now: desk.now()))
    }

    private func export(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let choice = try choice(form)
        let tables = try await content(choice, try visit.scope()).tables
        guard let table = tables.first(where: { $0.id == form["table"] }) ?? tables.first else {
            throw PortalError(.notFound, "There is no such table.")
        }
        let devices = choice.devices == .readers ? "" : "-\(choice.devices.rawValue)"
        return CSVAnswer.table(
            "marquee-placements-\(table.id)\(devices)-\(choice.days.lowerBound)-\(choice.days.upperBound)",
            table.columns, table.values.map { $0.map(\.cell) })
    }
}
