public import MarqueeCore

/// What a flush of universal events did, and what still waits.
public struct FlushReceipt: Sendable, Hashable {
    /// How the sending ended.
    public let outcome: UploadOutcome
    /// How many events the receiver took.
    public let posted: Int
    /// How many events it refused, or that had their last attempt.
    public let failed: Int
    /// How many events wait for the next request.
    public let waiting: Int
    /// How many events wait for plug-ins.
    public let onHold: Int
    /// Why events wait; `nil` if none does, or if nothing keeps them from being sent.
    public let reason: String?
}
