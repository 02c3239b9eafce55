import ArgumentParser

/// Durations that commands take in days.
enum Days {
    /// - Throws: when the number is below 1, unless 0 is allowed, or too large.
    static func duration(_ days: Int, atLeast least: Int = 1, atMost most: Int) throws -> Duration {
        guard (least...most).contains(days) else {
            throw ValidationError("the number of days is \(least) to \(most), not \(days)")
        }
        return .seconds(days * 86_400)
    }
}
