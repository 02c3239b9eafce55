import MarqueeWire

/// A batch as a part of bytes that were read from the spool.
struct StoredBatch: Sendable {
    let scope: Scope
    let received: Timestamp
    /// The bytes of its ``BatchIndex``.
    let index: Range<Int>
    /// The batch's own bytes.
    let body: Range<Int>
}
