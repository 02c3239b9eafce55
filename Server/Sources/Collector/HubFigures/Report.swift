/// The answer to a ``ReportQuery``.
public struct Report: Sendable, Hashable {
    /// One line of the table.
    public struct Row: Sendable, Hashable, Identifiable {
        /// By the query's grouping: a content URI, a day as `YYYY-MM-DD`, or an entry point (empty for none).
        public let id: String
        /// The row's figures.
        public let figures: ReportFigures

        /// A row and its figures.
        public init(id: String, figures: ReportFigures) {
            self.id = id
            self.figures = figures
        }
    }

    /// Days and entry points in ascending order; pages, hubs, channels and articles by views, the most first.
    public let rows: [Row]
    /// The figures of everything that the query matches.
    ///
    /// Each reader is counted once, so the readers are not the sum of the rows.
    public let totals: ReportFigures

    /// Rows and their totals.
    public init(rows: [Row], totals: ReportFigures) {
        self.rows = rows
        self.totals = totals
    }
}
