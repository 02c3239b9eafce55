/// What one step of ``EventLog/tidy(now:)`` did.
struct TidyStep: Sendable {
    /// Whether nothing is left to do.
    var isLast = true
    /// Batches that could not be read, and that were removed because of their age or number.
    var droppedDeadLetters = 0
}
