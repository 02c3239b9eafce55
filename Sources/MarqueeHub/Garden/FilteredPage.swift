/// A page that is safe to show, and a report of the markup that was removed.
struct FilteredPage: Sendable, Hashable {
    let html: [UInt8]
    /// The removed markup in the page's order; at most ``MarkupFilter/maximumReports`` entries.
    let removed: [RemovedMarkup]
}
