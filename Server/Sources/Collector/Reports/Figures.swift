/// The numbers of one row of a report.
public struct Figures: Sendable, Hashable, Codable {
    /// Times a hub was presented.
    public var presentations = 0
    /// Pages rendered.
    public var views = 0
    /// Different users who viewed something; installs without a user count as one each.
    public var readers = 0
    /// Pages left, or put into the background, after being looked at.
    public var reads = 0
    /// Time pages were in the foreground, in milliseconds.
    public var dwellMilliseconds: Int64 = 0
    /// Articles read to their end.
    public var completions = 0
    /// External links followed.
    public var links = 0

    /// Of a page nobody has seen.
    public init() {}

    /// Foreground time per view; per read while no view has arrived.
    public var averageDwell: Duration {
        let count = views > 0 ? views : reads
        return count == 0 ? .zero : .milliseconds(dwellMilliseconds / Int64(count))
    }

    /// The share of views read to the end, 0 to 1.
    public var completionRate: Double {
        let count = views > 0 ? views : reads
        return count == 0 ? 0 : min(1, Double(completions) / Double(count))
    }
}
