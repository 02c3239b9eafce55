import Marquee

/// Keeps the game silent and still while a unit is on screen.
struct Stage: Sendable {
    private var shown: Set<String> = []

    /// Whether sound and animation run.
    var isRunning: Bool { shown.isEmpty }

    /// - Returns: whether sound and animation have to stop now.
    mutating func willShow(_ placement: String) -> Bool {
        let wasRunning = isRunning
        shown.insert(placement)
        return wasRunning
    }

    /// - Returns: whether sound and animation have to run again now; once for each time they were stopped.
    mutating func isGone(_ placement: String) -> Bool {
        shown.remove(placement) != nil && isRunning
    }
}
