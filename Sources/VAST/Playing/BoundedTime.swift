extension Duration {
    /// Held to ±30 years, so that sums and products of times from outside cannot overflow.
    var bounded: Duration {
        min(max(self, .seconds(-1_000_000_000)), .seconds(1_000_000_000))
    }

    /// A part of a time, to the ten-thousandth of a percent.
    ///
    /// Counted in whole numbers: a product with a `Double` is a few attoseconds off beyond five minutes, and 100 %
    /// would lie after the end.
    /// - Parameter percent: 0 to 100.
    func share(_ percent: Double) -> Duration {
        bounded * Int(percent * 10_000 + 0.5) / 1_000_000
    }

    /// Begun seconds, as a countdown shows them: 9.2 s are 10.
    var begunSeconds: Int {
        let (seconds, attoseconds) = bounded.components
        return Int(seconds) + (attoseconds > 0 ? 1 : 0)
    }
}
