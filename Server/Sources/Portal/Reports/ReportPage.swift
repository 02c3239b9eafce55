import Collector
import Markup
import MarqueeWire

/// The values of the report's template.
struct ReportPage: Sendable {
    struct Row: Sendable {
        let name: String
        let detail: String
        /// Of the row's own report.
        let address: String?
        let views: Int
        let readers: Int
        let dwell: String
        let completion: String
        /// External links that were followed.
        let links: Int
        let isDeleted: Bool

        init(
            _ name: String, detail: String = "", address: String? = nil, isDeleted: Bool = false,
            _ figures: ReportFigures
        ) {
            (self.name, self.detail, self.address, self.isDeleted) = (name, detail, address, isDeleted)
            (views, readers, links) = (figures.views, figures.readers, Int(figures[.links]))
            dwell = ReportMeasure.dwellText(figures)
            completion = ReportMeasure.completionText(figures)
        }
    }

    struct Link: Sendable {
        let name: String
        let address: String
        let isCurrent: Bool
    }

    /// A figure of the whole report beside that of the days before.
    struct Figure: Sendable {
        let name: String
        let value: String
        /// `nil` when nobody read anything then.
        let before: String?
    }

    struct Field: Sendable {
        let name: String
        let value: String
    }

    let frame: PageFrame
    /// The places above the one that the report is about, and itself.
    let crumbs: [Link]
    let hasCrumbs: Bool
    let from: String
    let through: String
    /// What the form of the days has to keep.
    let fields: [Field]
    /// Whose figures these are.
    let devices: [Link]
    /// What the choice of devices means; `nil` for readers.
    let devicesHint: String?
    let measures: [Link]
    let chart: HTML
    let legend: String
    let presets: [Link]
    let figures: [Figure]
    /// What the figures are compared with; `nil` when nobody read anything then.
    let comparison: String?
    let days: [Row]
    let groupings: [Link]
    let hasRows: Bool
    let caption: String
    let rows: [Row]
    let isEmpty: Bool
    /// The links that were followed; `nil` where the events do not say enough.
    let links: LinkTable?
    let export: String
    let exportDays: String

    init(
        _ choice: ReportChoice, rows report: Report, days byDay: Report, before: ReportFigures, links: LinkReport?,
        today: Day, titles: ReportTitles, frame: PageFrame
    ) {
        self.frame = frame
        crumbs = Self.crumbs(choice, titles)
        hasCrumbs = crumbs.count > 1
        (from, through) = (choice.days.lowerBound.description, choice.days.upperBound.description)
        fields = choice.fields.map { Field(name: $0, value: $1) }
        devices = ReportQuery.Devices.allCases.map { devices in
            Link(
                name: Self.name(devices), address: choice.address { $0.devices = devices },
                isCurrent: devices == choice.devices)
        }
        devicesHint = Self.hint(choice.devices)
        measures = ReportMeasure.allCases.map { measure in
            Link(
                name: measure.name, address: choice.address { $0.measure = measure },
                isCurrent: measure == choice.measure)
        }
        chart = Self.chart(choice, byDay).markup
        legend = choice.measure.legend
        presets = Self.presets(choice, today: today)
        figures = Self.figures(Row("", byDay.totals), before: Row("", before))
        comparison =
            before.views == 0 ? nil : "Before: \(choice.daysBefore.lowerBound) to \(choice.daysBefore.upperBound)."
        days = byDay.rows.sorted { $0.id > $1.id }.map { Row($0.id, $0.figures) }
        let current = choice.grouping ?? choice.groupings.first
        groupings = choice.groupings.map { grouping in
            Link(
                name: Self.name(grouping), address: choice.address { $0.grouping = grouping },
                isCurrent: grouping == current)
        }
        hasRows = current != nil
        caption = current.map { "By \(Self.singular($0))" } ?? ""
        rows = current.map { Self.rows(report, by: $0, choice, titles) } ?? []
        isEmpty = byDay.rows.isEmpty
        self.links = links.map { LinkTable($0, choice, totals: byDay.totals) }
        export = choice.address("/portal/report.csv") { $0.grouping = current }
        exportDays = choice.address("/portal/report.csv") { $0.grouping = .day }
    }

    private static func presets(_ choice: ReportChoice, today: Day) -> [Link] {
        [7, 30, 90, 365].map { count in
            let days = (today + (1 - count))...today
            return Link(
                name: "Last \(count) days", address: choice.address { $0.days = days }, isCurrent: days == choice.days)
        }
    }

    private static func figures(_ now: Row, before: Row) -> [Figure] {
        func counted(_ name: String, _ value: Int, _ old: Int) -> Figure {
            let change = ReportMeasure.changeText(value, old)
            return Figure(
                name: name, value: String(value),
                before: before.views == 0 ? nil : "before: \(old)\(change.isEmpty ? "" : ", \(change)")")
        }
        func measured(_ name: String, _ value: String, _ old: String) -> Figure {
            Figure(name: name, value: value, before: before.views == 0 ? nil : "before: \(old)")
        }
        return [
            counted("Views", now.views, before.views), counted("Readers", now.readers, before.readers),
            measured("Average reading time", now.dwell, before.dwell),
            measured("Read to the end", now.completion, before.completion),
            counted("Links followed", now.links, before.links),
        ]
    }

    /// What the report is about, as its page is headed.
    static func title(_ choice: ReportChoice, _ titles: ReportTitles) -> String {
        crumbs(choice, titles).last?.name ?? "Report"
    }

    private static func crumbs(_ choice: ReportChoice, _ titles: ReportTitles) -> [Link] {
        var places: [(name: String, uri: ContentURI?, entryPoint: String?)] = [("Report", nil, nil)]
        places += choice.uri.map { titles.trail(to: $0).map { (titles.title($0), $0, nil) } } ?? []
        if let entryPoint = choice.entryPoint { places.append((Self.from(entryPoint), choice.uri, entryPoint)) }
        return places.enumerated().map { index, place in
            let address = choice.address { ($0.uri, $0.entryPoint, $0.grouping) = (place.uri, place.entryPoint, nil) }
            return Link(name: place.name, address: address, isCurrent: index == places.count - 1)
        }
    }

    private static func from(_ entryPoint: String) -> String {
        entryPoint.isEmpty ? "From no entry point" : "From “\(entryPoint)”"
    }

    private static func chart(_ choice: ReportChoice, _ report: Report) -> LineChart {
        let figures = report.rows.compactMap { row in Day(row.id).map { ($0, row.figures) } }
        let days = (choice.days.lowerBound.number...choice.days.upperBound.number).map { Day(number: $0) }
        return choice.measure.chart(days, Dictionary(figures) { first, _ in first }, totals: report.totals)
    }

    private static func rows(
        _ report: Report, by grouping: ReportQuery.Grouping, _ choice: ReportChoice, _ titles: ReportTitles
    ) -> [Row] {
        report.rows.map { row in
            let title = titles[row.id]
            return Row(
                title ?? (row.id.isEmpty ? "(none)" : row.id), detail: title == nil ? "" : row.id,
                address: address(row.id, grouping, choice), isDeleted: titles.isDeleted(row.id), row.figures)
        }
    }

    private static func address(_ id: String, _ grouping: ReportQuery.Grouping, _ choice: ReportChoice) -> String? {
        switch grouping {
        case .entryPoint: return choice.address { ($0.entryPoint, $0.grouping) = (id, nil) }
        case .day: return nil
        case .page, .hub, .channel, .article:
            guard let uri = try? ContentURI(id) else { return nil }
            return choice.address { ($0.uri, $0.grouping) = (uri, nil) }
        }
    }

    private static func name(_ devices: ReportQuery.Devices) -> String {
        switch devices {
        case .readers: "Readers"
        case .test: "Test devices"
        case .all: "Both"
        }
    }

    private static func hint(_ devices: ReportQuery.Devices) -> String? {
        guard devices != .readers else { return nil }
        return "Test devices are the phones of the device lab and the devices that your team has marked. "
            + "What a device did before it was marked stays where it was counted."
    }

    private static func name(_ grouping: ReportQuery.Grouping) -> String {
        switch grouping {
        case .page: "Pages"
        case .hub: "Hubs"
        case .channel: "Channels"
        case .article: "Articles"
        case .day: "Days"
        case .entryPoint: "Entry points"
        }
    }

    private static func singular(_ grouping: ReportQuery.Grouping) -> String { name(grouping).dropLast().lowercased() }
}
