import MarqueeWire

/// The links by which a list is paged and sorted: plain addresses, which work with a keyboard and without scripts.
struct ListLinks: Sendable {
    /// The head of a column that a list can be sorted by.
    struct Column: Sendable {
        let name: String
        /// Where the list is sorted by it, or sorted the other way round.
        let address: String
        /// `ascending` or `descending`, as `aria-sort` takes it; `nil` when the list is sorted by something else.
        let sorted: String?
    }

    /// The way to other pages.
    struct Pages: Sendable {
        /// "Page 2 of 200".
        let text: String
        let previous: String?
        let next: String?
        let last: String?
    }

    private let path: String
    private let filters: [(name: String, value: String)]
    private let sort: String
    private let isDescending: Bool

    /// - Parameters:
    ///   - path: the list's address, without a query.
    ///   - filters: what the list is filtered by; empty values are left out of the addresses.
    ///   - sort: the name of the column that the list is sorted by.
    init(_ path: String, filters: [(name: String, value: String)], sort: String, isDescending: Bool) {
        self.path = path
        self.filters = filters
        self.sort = sort
        self.isDescending = isDescending
    }

    /// - Parameter isDescendingFirst: whether the first press sorts downwards, as it does for dates.
    func column(_ key: String, _ name: String, isDescendingFirst: Bool = false) -> Column {
        let isCurrent = key == sort
        let turned = isCurrent ? !isDescending : isDescendingFirst
        return Column(
            name: name, address: address([("sort", Self.sort(key, isDescending: turned))]),
            sorted: isCurrent ? (isDescending ? "descending" : "ascending") : nil)
    }

    /// `nil` when everything is on one page.
    func pages(_ page: Int, of count: Int) -> Pages? {
        guard count > 1 else { return nil }
        func link(_ number: Int) -> String {
            address([("sort", Self.sort(sort, isDescending: isDescending)), ("page", String(number))])
        }
        return Pages(
            text: "Page \(page) of \(count)", previous: page > 1 ? link(page - 1) : nil,
            next: page < count ? link(page + 1) : nil, last: page < count ? link(count) : nil)
    }

    /// The value that stands for an order in an address: `title`, or `title-desc` for the other way round.
    static func sort(_ key: String, isDescending: Bool) -> String { isDescending ? "\(key)-desc" : key }

    private func address(_ more: [(name: String, value: String)]) -> String {
        let pairs = (filters + more).filter { !$0.value.isEmpty }
        return path + "?" + pairs.map { "\($0.name)=\(PercentEncoding.encoded($0.value))" }.joined(separator: "&")
    }
}
