import MarqueeWire

/// A batch on its way into the spool, and out of it again.
struct SpooledBatch: Sendable {
    let scope: Scope
    let received: Timestamp
    let index: BatchIndex
    let body: [UInt8]
}
