import Collector
import Foundation
import MarqueeWire

/// What a request asks the report for, checked; and the addresses of the reports beside it.
struct ReportChoice: Sendable {
    /// Both included, days of UTC.
    var days: ClosedRange<Day>
    /// What the table's rows are about; what fits best unless it was asked for.
    var grouping: ReportQuery.Grouping?
    var measure: ReportMeasure
    /// Only this page and what is in it.
    var uri: ContentURI?
    /// Only what began here; empty for what began nowhere in particular.
    var entryPoint: String?

    /// Whose behaviour is counted.
    var devices: ReportQuery.Devices

    private static let longestEntryPoint = 1000

    /// Reads an address' query: `from`, `through`, `by`, `measure`, `devices`, and `uri` or `hub`, and `entry`.
    /// - Throws: ``PortalError`` with `invalidField`.
    init(_ query: FormFields, today: Day) throws(PortalError) {
        days = try DayRange.days(query, today: today)
        grouping = ReportQuery.Grouping(rawValue: query["by"])
        measure = ReportMeasure(rawValue: query["measure"]) ?? .views
        devices = ReportQuery.Devices(rawValue: query["devices"]) ?? .readers
        uri = try Self.place(query)
        entryPoint = query.has("entry") ? query.raw("entry") : nil
        guard (entryPoint?.utf8.count ?? 0) <= Self.longestEntryPoint else {
            throw PortalError(.invalidField, "An entry point has at most \(Self.longestEntryPoint) bytes.")
        }
    }

    private static func place(_ query: FormFields) throws(PortalError) -> ContentURI? {
        let hub = query.optional("hub")
        guard hub.map(Scope.isValid) ?? true else {
            throw PortalError(.invalidField, "“\(query["hub"].prefix(80))” is not a hub’s id.")
        }
        guard let text = query.optional("uri") else { return hub.map { ContentURI(hub: $0) } }
        guard let uri = try? ContentURI(text), uri.resourceType != nil, uri.hub == hub ?? uri.hub else {
            throw PortalError(
                .invalidField,
                "“\(text.prefix(80))” is not the address of a hub, channel or article, or not of that hub.")
        }
        return uri
    }

    /// What rows can be about, the most telling first: not what all of them would share.
    var groupings: [ReportQuery.Grouping] {
        let places: [ReportQuery.Grouping] =
            switch uri?.resourceType {
            case nil: [.article, .channel, .hub]
            case .hub: [.article, .channel]
            case .channel: [.article]
            case .article: []
            }
        return places + (entryPoint == nil ? [.entryPoint] : [])
    }

    /// Whether links can be shown: the events of links do not say where the visit began.
    var hasLinks: Bool { entryPoint == nil }

    /// As many days, directly before these: what figures are compared with.
    var daysBefore: ClosedRange<Day> {
        let length = days.upperBound.number - days.lowerBound.number + 1
        return (days.lowerBound + -length)...(days.lowerBound + -1)
    }

    /// The report's rows.
    func query(_ scope: Scope) -> ReportQuery {
        ReportQuery(
            scope: scope, by: grouping ?? groupings.first ?? .article, days: days, uri: uri, entryPoint: entryPoint,
            devices: devices)
    }

    /// The same with another choice, as a page or, by its ending, as a file.
    func address(_ page: String = "/portal/report", _ change: (inout ReportChoice) -> Void = { _ in }) -> String {
        var choice = self
        change(&choice)
        let (from, through) = (choice.days.lowerBound.description, choice.days.upperBound.description)
        let fields = choice.fields + [("from", from), ("through", through)]
        return "\(page)?" + fields.map { "\($0)=\(PercentEncoding.encoded($1))" }.joined(separator: "&")
    }

    /// What an address or a form carries beside the days.
    var fields: [(name: String, value: String)] {
        [
            grouping.map { ("by", $0.rawValue) }, measure == .views ? nil : ("measure", measure.rawValue),
            devices == .readers ? nil : ("devices", devices.rawValue), uri.map { ("uri", $0.description) },
            entryPoint.map { ("entry", $0) },
        ].compactMap(\.self)
    }
}
