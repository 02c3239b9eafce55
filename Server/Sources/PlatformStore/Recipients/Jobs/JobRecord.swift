public import MarqueeWire

/// Long work over lists and tables, which one of the servers carries out.
public struct JobRecord: Sendable, Hashable, Codable {
    /// How far a job is.
    public enum State: String, Sendable, Codable, CaseIterable {
        case waiting
        case running
        case complete
        case failed
    }

    /// `JOB_ID`.
    public let id: Int64
    /// The app whose account it works on.
    public let app: String
    /// What it does.
    public let work: JobWork
    /// How far it is.
    public let state: State
    /// How many rows or recipients it has looked at, without a heading.
    public let done: Int
    /// How many it added; of a query, how many meet it.
    public let added: Int
    /// How many it changed.
    public let changed: Int
    /// How many it refused; ``JobStore/refusals(of:app:)`` has the first of them.
    public let refused: Int
    /// Where it goes on: a place in the file, the last recipient, or the last row; empty before it began.
    public let position: String
    /// Why it failed; `nil` for one that did not.
    public let failure: String?
    /// Who asked for it.
    public let madeBy: String
    /// When it was asked for.
    public let created: Timestamp
    /// When it ended.
    public let ended: Timestamp?
}
