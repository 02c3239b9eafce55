import Collector
import MarqueeWire
import PlatformStore

/// What a request asks a report of placements for, checked.
struct PlacementReportChoice: Sendable {
    let path: PlacementReportPath
    /// Both included, days of UTC.
    var days: ClosedRange<Day>
    /// Whose behaviour is counted.
    var devices: ReportQuery.Devices
    /// Only this unit.
    var unit: String?
    /// Only this placement.
    var placement: String?
    /// The last row of a list's page before; belongs to no other address.
    let before: String?
    /// The other fields of the address that this report knows.
    let more: [(name: String, value: String)]

    private static let longest = 255

    /// - Parameters:
    ///   - names: the fields that the report knows beside days, devices, `unit` and `placement`.
    ///   - ignoresDays: whether the latest thirty days count, whatever the fields say.
    /// - Throws: ``PortalError`` with `invalidField`.
    init(
        _ query: FormFields, _ path: PlacementReportPath, names: [String] = [], today: Day, ignoresDays: Bool = false
    ) throws(PortalError) {
        self.path = path
        days = try DayRange.days(ignoresDays ? FormFields([]) : query, today: today)
        devices = ReportQuery.Devices(rawValue: query["devices"]) ?? .readers
        (unit, placement) = (query.optional("unit"), query.optional("placement"))
        before = query.optional("before")
        more = names.compactMap { name in query.optional(name).map { (name, $0) } }
        guard
            ([unit, placement, before].compactMap(\.self) + more.map(\.value)).allSatisfy({
                $0.utf8.count <= Self.longest
            })
        else { throw PortalError(.invalidField, "A name of the address has at most \(Self.longest) bytes.") }
    }

    /// One of ``more``.
    subscript(_ name: String) -> String? { more.first { $0.name == name }?.value }

    func query(_ scope: Scope, by grouping: PlacementQuery.Grouping, now: Timestamp) -> PlacementQuery {
        PlacementQuery(
            scope: scope, by: grouping, days: days, placement: placement, unit: unit, devices: devices, now: now)
    }

    /// Purchases that were reported on these days, by the same devices.
    var purchases: PurchaseFilter {
        let isTest: Bool? =
            switch devices {
            case .readers: false
            case .test: true
            case .all: nil
            }
        return PurchaseFilter(
            unit: unit, from: days.lowerBound.start, until: (days.upperBound + 1).start, isTest: isTest)
    }

    /// The same report with another choice.
    func address(_ ending: String = "", _ change: (inout PlacementReportChoice) -> Void = { _ in }) -> String {
        var choice = self
        change(&choice)
        let fields =
            choice.fields + [
                ("from", choice.days.lowerBound.description), ("through", choice.days.upperBound.description),
            ]
        return path.address + ending + "?"
            + fields.map { "\($0.0)=\(PercentEncoding.encoded($0.1))" }.joined(separator: "&")
    }

    /// What an address or a form carries beside the days.
    var fields: [(name: String, value: String)] {
        [
            devices == .readers ? nil : ("devices", devices.rawValue), unit.map { ("unit", $0) },
            placement.map { ("placement", $0) },
        ].compactMap(\.self) + more
    }
}
