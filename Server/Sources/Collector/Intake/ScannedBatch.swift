import MarqueeWire

/// A batch as positions in its bytes, with the verdicts for the answer.
struct ScannedBatch {
    var envelope = BatchIndex.Envelope()
    /// The events that can be accepted.
    var accepted: [MarkedEvent] = []
    /// The values of all accepted events, one event's after the other's.
    var values: [MarkedValue] = []
    /// One for each event, in the batch's order.
    var verdicts: [EventReceipt.Verdict] = []
    /// One for each rejected event.
    var reasons: [String] = []
    /// Whether the batch names the lane of events that the server makes.
    var isServers = false
    /// As in ``MarqueeWire/EventReceipt/batchID(of:)``.
    var id = EventID(high: 0, low: 0)

    /// Adds the next event's verdict, and the event if there is no reason to reject it.
    mutating func add(_ event: MarkedEvent, _ values: [MarkedValue], _ rejection: String?) {
        id = id ^ event.id
        if let rejection {
            verdicts.append(.rejected)
            reasons.append(rejection)
            return
        }
        var event = event
        event.firstValue = UInt32(truncatingIfNeeded: self.values.count)
        event.valueCount = UInt32(truncatingIfNeeded: values.count)
        self.values.append(contentsOf: values)
        verdicts.append(.accepted)
        accepted.append(event)
    }

    /// Makes room for `count` events.
    mutating func reserveCapacity(_ count: Int) {
        accepted.reserveCapacity(count)
        verdicts.reserveCapacity(count)
        values.reserveCapacity(4 * count)
    }

    var receipt: EventReceipt { EventReceipt(batch: id, verdicts: verdicts, reasons: reasons) }
}
