/// How two shares differ: the score interval of Newcombe (1998, method 10), which also holds for small shares.
public struct RateDifference: Sendable, Hashable {
    /// Successes among trials.
    public struct Sample: Sendable, Hashable {
        /// How often it happened, at most ``trials``.
        public let successes: Int
        /// How often it could have happened.
        public let trials: Int

        /// Some successes among trials; more successes than trials count as all of them.
        public init(successes: Int, trials: Int) {
            self.trials = max(trials, 0)
            self.successes = min(max(successes, 0), self.trials)
        }

        /// The share, 0 to 1; `nil` without trials.
        public var rate: Double? { trials > 0 ? Double(successes) / Double(trials) : nil }

        /// Wilson's interval of the share.
        func interval(_ z: Double) -> ClosedRange<Double> {
            let (n, x) = (Double(trials), Double(successes))
            let middle = (2 * x + z * z) / (2 * (n + z * z))
            let half = z * (z * z + 4 * x * (1 - x / n)).squareRoot() / (2 * (n + z * z))
            return max(0, middle - half)...min(1, middle + half)
        }
    }

    /// The least trials of a sample that says anything.
    public static let fewestTrials = 100
    /// The least successes, and the least failures.
    public static let fewestOfEach = 10
    /// The normal deviates of 95 % for so many comparisons together, beginning with one: by Bonferroni, each of n has a
    /// confidence of 1 - 0.05 / n.
    private static let deviates = [
        1.959963984540054, 2.241402727604946, 2.393979799818510, 2.497705474412374, 2.575829303548900,
        2.638257273476751, 2.690109527158866, 2.734368786533176, 2.772921294608662, 2.807033768343814,
    ]
    /// The most comparisons that can be made together.
    public static let mostComparisons = deviates.count

    /// The second share less the first.
    public let difference: Double
    /// Where the difference lies; with a confidence of 95 %, this and the comparisons made together with it all hold.
    public let interval: ClosedRange<Double>
    /// Whether a sample has too few trials, successes or failures for a decision.
    public let isSmall: Bool

    /// Whether the interval lies on one side of zero.
    public var isSignificant: Bool { interval.lowerBound > 0 || interval.upperBound < 0 }

    /// - Parameter comparisons: how many are made together, at most ``mostComparisons``.
    /// - Returns: `nil` if one of the samples has no trials.
    public init?(from first: Sample, to second: Sample, among comparisons: Int = 1) {
        guard let one = first.rate, let other = second.rate else { return nil }
        let deviate = Self.deviates[min(max(comparisons, 1), Self.mostComparisons) - 1]
        let (a, b) = (first.interval(deviate), second.interval(deviate))
        difference = other - one
        let below = ((other - b.lowerBound) * (other - b.lowerBound) + (a.upperBound - one) * (a.upperBound - one))
        let above = ((b.upperBound - other) * (b.upperBound - other) + (one - a.lowerBound) * (one - a.lowerBound))
        interval = max(-1, difference - below.squareRoot())...min(1, difference + above.squareRoot())
        isSmall = [first, second].contains { sample in
            sample.trials < Self.fewestTrials
                || min(sample.successes, sample.trials - sample.successes) < Self.fewestOfEach
        }
    }
}
