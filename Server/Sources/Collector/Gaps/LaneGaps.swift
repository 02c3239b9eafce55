/// The sequence numbers of a lane that did not arrive: every number below the highest that is not in a gap did.
struct LaneGaps: Equatable {
    /// A range with missing numbers.
    struct Gap: Equatable {
        var first: Int64
        var last: Int64
        /// Numbers of the range that are missing: all of them, unless it is one that was joined of others.
        var missing: Int64
        /// When a later number arrived, in milliseconds since 1970.
        var since: Int64

        var isWhole: Bool { missing == last - first + 1 }
    }

    /// The most gaps of a lane; the oldest two are joined when there are more.
    static let most = 100
    /// For ``highest``: the lane began before gaps were looked for, so its first number is no sign of a gap.
    static let unknown: Int64 = -1

    /// The highest number that arrived; 0 before the first.
    private(set) var highest: Int64
    /// In the order of their numbers.
    private(set) var gaps: [Gap]

    init(highest: Int64 = 0, gaps: [Gap] = []) {
        self.highest = highest
        self.gaps = gaps
    }

    /// Notes numbers in any order. A number that arrives again changes nothing.
    mutating func receive(_ numbers: [Int64], at time: Int64) {
        var run: ClosedRange<Int64>?
        for number in numbers.sorted() where number > 0 && number < .max {
            if let open = run, number <= open.upperBound + 1 {
                run = open.lowerBound...number
            } else {
                if let run { receive(run, at: time) }
                run = number...number
            }
        }
        if let run { receive(run, at: time) }
    }

    private mutating func receive(_ run: ClosedRange<Int64>, at time: Int64) {
        if run.lowerBound <= highest { fill(run.lowerBound...min(run.upperBound, highest)) }
        guard run.upperBound > highest else { return }
        if highest != Self.unknown, run.lowerBound > highest + 1 {
            let (first, last) = (highest + 1, run.lowerBound - 1)
            gaps.append(Gap(first: first, last: last, missing: last - first + 1, since: time))
            join()
        }
        highest = run.upperBound
    }

    private mutating func fill(_ run: ClosedRange<Int64>) {
        guard let last = gaps.last, run.lowerBound <= last.last else { return }
        var rest: [Gap] = []
        for gap in gaps {
            let (lower, upper) = (max(gap.first, run.lowerBound), min(gap.last, run.upperBound))
            guard lower <= upper else {
                rest.append(gap)
                continue
            }
            if gap.isWhole {
                for (first, last) in [(gap.first, lower - 1), (upper + 1, gap.last)] where first <= last {
                    rest.append(Gap(first: first, last: last, missing: last - first + 1, since: gap.since))
                }
            } else if gap.missing > upper - lower + 1 {
                rest.append(
                    Gap(
                        first: gap.first, last: gap.last, missing: gap.missing - (upper - lower + 1), since: gap.since))
            }
        }
        gaps = rest
        join()
    }

    private mutating func join() {
        while gaps.count > Self.most {
            let (sum, overflow) = gaps[0].missing.addingReportingOverflow(gaps[1].missing)
            gaps[0] = Gap(
                first: gaps[0].first, last: gaps[1].last, missing: overflow ? .max : sum,
                since: min(gaps[0].since, gaps[1].since))
            gaps.remove(at: 1)
        }
    }
}
