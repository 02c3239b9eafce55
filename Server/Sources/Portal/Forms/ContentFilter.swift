import MarqueeWire
import PlatformStore

/// What the list of articles is filtered and sorted by, as its address says it. Values that mean nothing count as absent.
struct ContentFilter: Sendable {
    let words: String
    /// `HUB/CHANNEL`, or empty for all.
    let place: String
    let tag: String
    let state: ArticleState?
    let sort: ArticleQuery.Order
    let isDescending: Bool
    let page: Int

    init(_ fields: FormFields) {
        words = fields["q"]
        place = fields["channel"]
        tag = fields.raw("tag")
        state = ArticleState(rawValue: fields["state"])
        // The newest first, unless somebody asks otherwise.
        let parts = (fields.optional("sort") ?? "date-desc").split(separator: "-")
        sort = parts.first == "title" ? .title : .date
        isDescending = parts.last == "desc"
        page = fields.number("page", in: 1...1_000_000) ?? 1
    }

    /// The filters as they stand in an address.
    var parts: [(name: String, value: String)] {
        [("channel", place), ("tag", tag), ("state", state?.rawValue ?? ""), ("q", words)]
    }

    /// The address of this page of the list.
    /// - Parameter more: what stands behind the filter.
    func address(_ path: String, adding more: [(name: String, value: String)] = []) -> String {
        let order = [("sort", ListLinks.sort(sort.rawValue, isDescending: isDescending)), ("page", String(page))]
        let pairs = (parts + order + more).filter { !$0.value.isEmpty }
        return path + "?" + pairs.map { "\($0.name)=\(PercentEncoding.encoded($0.value))" }.joined(separator: "&")
    }

    func query(at time: Timestamp) -> ArticleQuery {
        let parts = place.split(separator: "/", maxSplits: 1).map(String.init)
        return ArticleQuery(
            at: time, words: words, hub: parts.first, channel: parts.count == 2 ? parts[1] : nil,
            tag: tag.isEmpty ? nil : tag, state: state, order: sort, isDescending: isDescending, page: page)
    }
}
