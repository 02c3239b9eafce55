import MarqueeWire

/// A batch on its way into the spool. When it is read back, it is a ``StoredBatch``.
struct SpooledBatch: Sendable {
    let scope: Scope
    let received: Timestamp
    let index: BatchIndex
    let body: [UInt8]
}
