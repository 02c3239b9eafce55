import MarqueeWire

/// A batch as places of its bytes, and what is to be answered.
struct ScannedBatch {
    var envelope = BatchIndex.Envelope()
    /// The events that can be accepted.
    var accepted: [IndexedEvent] = []
    /// One for each event, in the batch's order.
    var verdicts: [EventReceipt.Verdict] = []
    /// One for each rejected event.
    var reasons: [String] = []
    /// As in ``MarqueeWire/EventReceipt/batchID(of:)``.
    var id = EventID(high: 0, low: 0)

    /// Takes the next event, or why it cannot be accepted.
    mutating func add(_ event: IndexedEvent, _ rejection: String?) {
        id = id ^ event.id
        if let rejection {
            verdicts.append(.rejected)
            reasons.append(rejection)
        } else {
            verdicts.append(.accepted)
            accepted.append(event)
        }
    }

    var receipt: EventReceipt { EventReceipt(batch: id, verdicts: verdicts, reasons: reasons) }
}
