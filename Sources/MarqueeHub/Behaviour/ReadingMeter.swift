/// Measures how long a page was on screen, how far the person scrolled, and whether they completed it.
///
/// A value without side effects. All times come from the monotonic clock.
///
/// Time counts only while the app is in the foreground. An article is completed when two conditions hold: the person
/// scrolled to 90 % of it or further, and spent a tenth of its reading time on it. The reading time assumes 240 words a
/// minute; the tenth is at least 1 s and at most 30 s. So a quick scroll to the end does not count, and a fast reader
/// does.
struct ReadingMeter: Sendable, Hashable {
    /// The reading since the last report.
    struct Reading: Sendable, Hashable {
        /// The time since the last report; never negative.
        ///
        /// The reports of one visit add up to the visit's total time.
        let dwell: Duration
        /// The furthest scroll depth of the whole visit, 0 to 1.
        let depth: Double
        /// Whether the visit completed the article since the last report; true at most once per visit.
        let isCompleted: Bool
    }

    static let completionDepth = 0.9

    private let requiredDwell: Duration?
    private var runningSince: Duration?
    private var dwell = Duration.zero
    private var reported = Duration.zero
    private var depth = 0.0
    private var reportedDepth = 0.0
    private var isCompletionReported = false

    /// - Parameters:
    ///   - words: the length of an article; `nil` for a page that cannot be completed.
    ///   - time: when the page was rendered; `nil` when the app was in the background.
    init(words: Int?, startedAt time: Duration?) {
        requiredDwell = words.map { min(.seconds(30), max(.seconds(1), .milliseconds(min($0, 1_000_000) * 25))) }
        runningSince = time
    }

    mutating func scrolled(depth new: Double) {
        guard new.isFinite else { return }
        depth = max(depth, min(max(new, 0), 1))
    }

    mutating func paused(at time: Duration) {
        count(until: time)
        runningSince = nil
    }

    mutating func resumed(at time: Duration) {
        count(until: time)
        runningSince = time
    }

    /// The reading since the last report; `nil` when nothing changed.
    mutating func report(at time: Duration) -> Reading? {
        count(until: time)
        let isCompleted =
            !isCompletionReported && depth >= Self.completionDepth && requiredDwell.map { dwell >= $0 } ?? false
        guard dwell > reported || depth > reportedDepth || isCompleted else { return nil }
        defer {
            reported = dwell
            reportedDepth = depth
            isCompletionReported = isCompletionReported || isCompleted
        }
        return Reading(dwell: dwell - reported, depth: depth, isCompleted: isCompleted)
    }

    private mutating func count(until time: Duration) {
        guard let since = runningSince else { return }
        dwell += max(.zero, time - since)
        runningSince = max(since, time)
    }
}
