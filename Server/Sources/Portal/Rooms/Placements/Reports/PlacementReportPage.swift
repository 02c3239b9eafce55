import Collector
import Markup

/// The values of the template that all reports of placements share.
struct PlacementReportPage: Sendable {
    struct Link: Sendable {
        let name: String
        let address: String
        let isCurrent: Bool
    }

    struct Field: Sendable {
        let name: String
        let value: String
    }

    struct Option: Sendable {
        let value: String
        let name: String
        let isSelected: Bool
    }

    struct Select: Sendable {
        let name: String
        let label: String
        let options: [Option]
    }

    struct Figure: Sendable {
        let name: String
        let value: String
        let remark: String?
    }

    struct Chart: Sendable {
        let title: String
        let image: HTML
        let legend: String
    }

    /// A form for rates of currencies.
    struct Rates: Sendable {
        var target: String
        var text = ""
        var targetProblem: String?
        var textProblem: String?
        /// Whether the fields have what was typed and is not stored.
        var isTyped = false
        /// The days and the other choices of the page.
        let fields: [Field]
    }

    /// What a report shows.
    struct Content: Sendable {
        var selects: [Select] = []
        var hints: [String] = []
        /// Sentences about what a reader could take wrongly.
        var warnings: [String] = []
        var figures: [Figure] = []
        var chart: Chart?
        var tables: [ReportTable] = []
        /// The list's next page.
        var next: String?
        var rates: Rates?
    }

    let frame: PageFrame
    let tabs: [Link]
    let action: String
    var from: String
    var through: String
    /// What is wrong with the days that were chosen.
    var daysProblem: String?
    let fields: [Field]
    let devices: [Link]
    let presets: [Link]
    let selects: [Select]
    let hints: [String]
    let warnings: [String]
    let figures: [Figure]
    let hasFigures: Bool
    let chart: Chart?
    let tables: [ReportTable]
    let next: String?
    let rates: Rates?
    /// Whether the person may enter rates.
    let mayChange: Bool
    /// The unit or placement that the report is about, and the way back to all.
    let narrowed: Link?

    /// - Parameter narrowedName: what the unit or placement is called that the report is narrowed to.
    init(
        _ choice: PlacementReportChoice, _ content: Content, today: Day, frame: PageFrame, mayChange: Bool,
        narrowedName: String?
    ) {
        self.frame = frame
        self.mayChange = mayChange
        let devicesPart = choice.devices == .readers ? "" : "devices=\(choice.devices.rawValue)&"
        tabs = PlacementReportPath.allCases.map { path in
            let days = "from=\(choice.days.lowerBound)&through=\(choice.days.upperBound)"
            return Link(
                name: path.name, address: "\(path.address)?\(devicesPart)\(days)", isCurrent: path == choice.path)
        }
        action = choice.path.address
        (from, through) = (choice.days.lowerBound.description, choice.days.upperBound.description)
        let own = Set(content.selects.map(\.name))
        fields = choice.fields.filter { !own.contains($0.name) }.map { Field(name: $0.name, value: $0.value) }
        devices = ReportQuery.Devices.allCases.map { devices in
            Link(
                name: Self.name(devices), address: choice.address { $0.devices = devices },
                isCurrent: devices == choice.devices)
        }
        presets = [7, 30, 90].map { count in
            let days = (today + (1 - count))...today
            return Link(
                name: "\(count) days", address: choice.address { $0.days = days }, isCurrent: days == choice.days)
        }
        narrowed = (choice.unit ?? choice.placement).map { id in
            Link(
                name: narrowedName ?? id,
                address: choice.address {
                    $0.unit = nil
                    $0.placement = nil
                }, isCurrent: false)
        }
        (selects, hints, warnings, figures) = (content.selects, content.hints, content.warnings, content.figures)
        hasFigures = !figures.isEmpty
        (chart, next, rates) = (content.chart, content.next, content.rates)
        tables = content.tables.map { $0.exported(at: choice.address(".csv") + "&table=\($0.id)") }
    }

    private static func name(_ devices: ReportQuery.Devices) -> String {
        switch devices {
        case .readers: "Players"
        case .test: "Test devices"
        case .all: "Both"
        }
    }

    /// A field to choose from; an empty value stands for all.
    static func select(
        _ name: String, _ label: String, _ options: [(value: String, name: String)], chosen: String?
    ) -> Select {
        Select(
            name: name, label: label,
            options: options.map { Option(value: $0.value, name: $0.name, isSelected: $0.value == chosen ?? "") })
    }
}
