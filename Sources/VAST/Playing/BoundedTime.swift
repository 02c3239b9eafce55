extension Duration {
    /// Limited to ±30 years, so that sums and products of times cannot overflow.
    var bounded: Duration {
        min(max(self, .seconds(-1_000_000_000)), .seconds(1_000_000_000))
    }

    /// A share of the time, precise to a ten-thousandth of a percent.
    ///
    /// The calculation uses whole numbers. A product with a `Double` is some attoseconds off for more than five
    /// minutes, and 100 % would be after the end.
    /// - Parameter percent: 0 to 100.
    func share(_ percent: Double) -> Duration {
        bounded * Int(percent * 10_000 + 0.5) / 1_000_000
    }

    /// The time in seconds, rounded up as countdowns show it: 9.2 s are 10.
    var begunSeconds: Int {
        let (seconds, attoseconds) = bounded.components
        return Int(seconds) + (attoseconds > 0 ? 1 : 0)
    }
}
