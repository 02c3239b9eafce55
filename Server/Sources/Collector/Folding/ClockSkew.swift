import MarqueeWire

/// How far a device's clock is off, from what it read when the batch was sent and what the server read when it came.
struct ClockSkew {
    /// Less than this is the way through the network, not the clock.
    private static let tolerance: Int64 = 60_000
    /// 2015-01-01: earlier times come from clocks that were set anew in between.
    private static let earliest: Int64 = 1_420_070_400_000

    private let offset: Int64
    private let received: Int64

    init(sent: Int64, received: Timestamp) {
        self.received = received.milliseconds
        let (difference, overflow) = received.milliseconds.subtractingReportingOverflow(sent)
        offset = overflow || difference.magnitude < Self.tolerance ? 0 : difference
    }

    /// When the event happened by the server's clock; never after it came.
    func corrected(_ time: Int64) -> Timestamp {
        let (sum, overflow) = time.addingReportingOverflow(offset)
        guard !overflow, sum >= Self.earliest else { return Timestamp(milliseconds: received) }
        return Timestamp(milliseconds: min(sum, received))
    }
}
