import MarqueeWire

/// A batch as it lies in bytes that were read from the spool.
struct StoredBatch: Sendable {
    let scope: Scope
    let received: Timestamp
    /// Where the bytes of its ``BatchIndex`` lie.
    let index: Range<Int>
    /// Where its own bytes lie.
    let body: Range<Int>
}
