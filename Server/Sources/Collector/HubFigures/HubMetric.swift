import MarqueeWire

/// A number that reports have for each page, day and entry point.
///
/// This table drives the schema, folding, queries, reports and CSV: a new metric is a case and its definition, and
/// nothing else. Its column is added to files that lack it, with 0 in every row.
public enum HubMetric: Int, Sendable, CaseIterable {
    /// Times a hub was presented.
    case presentations
    /// Pages rendered. Their readers are counted as well.
    case views
    /// Pages left, or put into the background, after being looked at.
    case reads
    /// Time pages were in the foreground, in milliseconds.
    case dwell
    /// Articles read to their end.
    case completions
    /// External links followed.
    case links

    var definition: Definition {
        switch self {
        case .presentations: Definition("presentations", of: EventName.hubPresented)
        case .views:
            Definition(
                "views", of: EventName.contentViewed,
                columns: [
                    .init("views") { .count(Int($0[$1])) }, .init("readers") { figures, _ in .count(figures.readers) },
                ])
        case .reads: Definition("reads", of: EventName.contentRead)
        // A day in front of one page is not reading.
        case .dwell:
            Definition(
                "dwell", of: EventName.contentRead, .number(PropertyKey("dwell_ms"), most: 86_400_000),
                columns: [
                    .init("average dwell s") { figures, _ in .number(Double(figures.averageDwell.milliseconds) / 1000)
                    },
                    .init("completion rate") { figures, _ in
                        .number((figures.completionRate * 10_000).rounded() / 10_000)
                    },
                ])
        case .completions: Definition("completions", of: EventName.contentRead, .yes(PropertyKey("completed")))
        case .links: Definition("links", of: EventName.externalLinkOpened)
        }
    }

    /// How a metric is counted, stored and written.
    struct Definition: Sendable {
        /// The column in the table `rollup`.
        let column: String
        /// The event that counts.
        let event: String
        /// What one event adds.
        let amount: Amount
        /// The columns in CSV.
        let columns: [ReportColumn]

        init(_ column: String, of event: String, _ amount: Amount = .one, columns: [ReportColumn]? = nil) {
            self.column = column
            self.event = event
            self.amount = amount
            self.columns = columns ?? [.init(column) { .count(Int($0[$1])) }]
        }
    }

    /// What one event adds to a metric.
    enum Amount: Sendable {
        case one
        /// A property's number, rounded, from 0 to `most`.
        case number(PropertyKey, most: Double)
        /// 1 if a property is `true`.
        case yes(PropertyKey)

        var key: PropertyKey? {
            switch self {
            case .one: nil
            case .number(let key, _), .yes(let key): key
            }
        }
    }
}

/// A column of a report as CSV.
struct ReportColumn: Sendable {
    let title: String
    let cell: @Sendable (ReportFigures, HubMetric) -> CSVTable.Cell

    init(_ title: String, _ cell: @escaping @Sendable (ReportFigures, HubMetric) -> CSVTable.Cell) {
        self.title = title
        self.cell = cell
    }
}
