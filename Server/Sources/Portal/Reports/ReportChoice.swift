import Collector
import Foundation
import MarqueeWire

/// What a request asks the report for, checked; and the addresses of the reports beside it.
struct ReportChoice: Sendable {
    /// Both included, days of UTC.
    let days: ClosedRange<Day>
    /// What the table's rows are about; what fits best unless it was asked for.
    var grouping: ReportQuery.Grouping?
    var measure: ReportMeasure
    /// Only this page and what is in it.
    var uri: ContentURI?
    /// Only what began here; empty for what began nowhere in particular.
    var entryPoint: String?

    private static let mostDays = 3660
    private static let longestEntryPoint = 1000

    /// Reads an address' query: `from`, `through`, `by`, `measure`, and `uri` or `hub`, and `entry`.
    /// - Throws: ``PortalError`` with `invalidField`.
    init(_ query: FormFields, today: Day) throws(PortalError) {
        let through = Day(query["through"]) ?? today
        let from = Day(query["from"]) ?? through + -29
        guard from <= through, through.number - from.number <= Self.mostDays else {
            throw PortalError(
                .invalidField, "The first day must not be after the last, and at most ten years before it.")
        }
        days = from...through
        grouping = ReportQuery.Grouping(rawValue: query["by"])
        measure = ReportMeasure(rawValue: query["measure"]) ?? .views
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

    /// The report's rows.
    func query(_ scope: Scope) -> ReportQuery {
        ReportQuery(
            scope: scope, by: grouping ?? groupings.first ?? .article, days: days, uri: uri, entryPoint: entryPoint)
    }

    /// The same with another choice, as a page or, by its ending, as a file.
    func address(_ page: String = "/portal/report", _ change: (inout ReportChoice) -> Void = { _ in }) -> String {
        var choice = self
        change(&choice)
        let fields = choice.fields + [("from", days.lowerBound.description), ("through", days.upperBound.description)]
        return "\(page)?" + fields.map { "\($0)=\(QueryText.escaped($1))" }.joined(separator: "&")
    }

    /// What an address or a form carries beside the days.
    var fields: [(name: String, value: String)] {
        [
            grouping.map { ("by", $0.rawValue) }, measure == .views ? nil : ("measure", measure.rawValue),
            uri.map { ("uri", $0.description) }, entryPoint.map { ("entry", $0) },
        ].compactMap(\.self)
    }
}
