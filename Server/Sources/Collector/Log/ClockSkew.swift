import MarqueeWire

/// The error of a device's clock: its time when it sent the batch against the server's time when the batch arrived.
struct ClockSkew {
    /// Smaller differences come from the network, not the clock.
    private static let tolerance: Int64 = 60_000
    /// 2015-01-01: earlier times come from clocks that were set again before sending.
    private static let earliest: Int64 = 1_420_070_400_000

    private let offset: Int64
    private let received: Int64

    init(sent: Int64, received: Timestamp) {
        self.received = received.milliseconds
        let (difference, overflow) = received.milliseconds.subtractingReportingOverflow(sent)
        offset = overflow || difference.magnitude < Self.tolerance ? 0 : difference
    }

    /// The time of the event by the server's clock; never after the batch was received.
    func corrected(_ time: Int64) -> Timestamp {
        let (sum, overflow) = time.addingReportingOverflow(offset)
        guard !overflow, sum >= Self.earliest else { return Timestamp(milliseconds: received) }
        return Timestamp(milliseconds: min(sum, received))
    }
}
