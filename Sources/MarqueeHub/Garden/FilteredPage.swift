/// A page as it may be shown, with what was taken out of it.
struct FilteredPage: Sendable, Hashable {
    let html: [UInt8]
    /// In the page's order; the first ``MarkupFilter/maximumReports`` of them.
    let removed: [RemovedMarkup]
}
