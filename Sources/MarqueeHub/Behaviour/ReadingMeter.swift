/// How long a page was in front of its reader, how far they got, and whether they finished.
///
/// Pure; fed with the monotone clock.
///
/// Time counts while the app is in the foreground. An article is completed once its reader was at 90 % of it or further
/// and spent a tenth of the time that reading it takes (at 240 words a minute; at least 1 s, at most 30 s): a flick to
/// the end is not reading, and fast readers are readers.
struct ReadingMeter: Sendable, Hashable {
    /// What happened since the last report.
    struct Reading: Sendable, Hashable {
        /// Never negative.
        ///
        /// Reports of one visit add up to its time.
        let dwell: Duration
        /// The furthest point of the whole visit, 0 to 1.
        let depth: Double
        /// True in exactly one report of a visit.
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
    ///   - words: the length of an article; `nil` for a page that has no end to reach.
    ///   - time: when the page was rendered; `nil` when that happened in the background.
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

    /// The reading since the last report; `nil` when there is nothing to tell.
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
