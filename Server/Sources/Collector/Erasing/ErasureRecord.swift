public import MarqueeWire

/// A request to erase what the warehouse has of a person.
///
/// After it is finished it holds no id: who asked for whom is for the caller to keep.
public struct ErasureRecord: Sendable, Hashable, Identifiable {
    /// The request's number.
    public let id: Int64
    /// When it was made.
    public let asked: Timestamp
    /// When the last trace was removed; `nil` while it is under way.
    public let finished: Timestamp?
    /// Events that have lost their content so far.
    public let events: Int
}
