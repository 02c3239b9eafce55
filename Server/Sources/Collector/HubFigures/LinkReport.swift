/// Which external links were followed: the answer to a ``ReportQuery``, whatever its grouping.
public struct LinkReport: Sendable, Hashable {
    /// The clicks on one link.
    public struct Row: Sendable, Hashable {
        /// The address without query, fragment and names of users; `(other)` for addresses that are not kept apart.
        public let link: String
        /// The page that the link is on; `nil` when the row is about all pages.
        public let page: String?
        /// How often the link was followed.
        public let clicks: Int
        /// Different users who followed it; installs without a user count as one each.
        public let readers: Int
        /// The pages on which it was followed.
        public let pages: Int

        /// Clicks and who made them.
        public init(link: String, page: String?, clicks: Int, readers: Int, pages: Int) {
            self.link = link
            self.page = page
            self.clicks = clicks
            self.readers = readers
            self.pages = pages
        }
    }

    /// By clicks, the most first.
    public let rows: [Row]
    /// The clicks on all links, also on those beyond the limit.
    public let clicks: Int

    /// Rows and the clicks on all links.
    public init(rows: [Row], clicks: Int) {
        self.rows = rows
        self.clicks = clicks
    }

    /// The report as CSV with a header line.
    /// - Parameter titles: titles of pages, by their addresses.
    public func csv(titles: [String: String] = [:]) -> String {
        var table = CSVTable(["link", "page", "title", "clicks", "readers"])
        for row in rows {
            let title = row.page.flatMap { titles[$0] } ?? ""
            table.add([.text(row.link), .text(row.page ?? ""), .text(title), .count(row.clicks), .count(row.readers)])
        }
        return table.text
    }
}
