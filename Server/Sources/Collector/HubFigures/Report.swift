/// The answer to a ``ReportQuery``.
public struct Report: Sendable, Hashable {
    /// One line of the table.
    public struct Row: Sendable, Hashable, Identifiable {
        /// By the query's grouping: a content URI, a day as `YYYY-MM-DD`, or an entry point (empty for none).
        public let id: String
        /// What was counted for it.
        public let figures: ReportFigures

        /// Joins what a row is about with its figures.
        public init(id: String, figures: ReportFigures) {
            self.id = id
            self.figures = figures
        }
    }

    /// Days and entry points ascend; pages, hubs, channels and articles stand by views, most first.
    public let rows: [Row]
    /// Over everything the query matches.
    ///
    /// Readers are counted once, so they are not the rows' sum.
    public let totals: ReportFigures

    /// Joins rows with their sum.
    public init(rows: [Row], totals: ReportFigures) {
        self.rows = rows
        self.totals = totals
    }
}
