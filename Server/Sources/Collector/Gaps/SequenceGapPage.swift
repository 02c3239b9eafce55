/// Some gaps, in the order in which installs were first seen.
public struct SequenceGapPage: Sendable, Hashable {
    /// Where the next page of gaps begins.
    public struct Position: Sendable, Hashable {
        let install: Int64
        let lane: Int64
        let first: Int64
    }

    /// The gaps of the page.
    public let gaps: [SequenceGap]
    /// For the next page; `nil` after the last.
    public let next: Position?
}
