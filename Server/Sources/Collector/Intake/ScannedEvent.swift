import MarqueeWire

/// An event as ranges of the batch it lies in.
struct ScannedEvent {
    var id: EventID?
    /// As it was sent, for the receipt.
    var idText: JSONScanner.Text?
    var name: JSONScanner.Text?
    var time: Int64?
    var sequence: Int64?
    var user: JSONScanner.Text?
    var session: JSONScanner.Text?
    /// The object with its braces; `nil` when the event has none.
    var properties: Range<Int>?
    /// Why the event cannot be accepted; the first reason found.
    var rejection: String?

    mutating func reject(_ reason: String) {
        rejection = rejection ?? reason
    }
}

/// A batch as ranges of its bytes.
struct ScannedBatch {
    var install: JSONScanner.Text?
    var sent: Int64?
    var sdk: JSONScanner.Text?
    var advertiser: JSONScanner.Text?
    var events: [ScannedEvent]?
}
