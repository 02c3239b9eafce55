/// An event of a batch, and what is wrong with it.
struct ScannedEvent {
    /// As it was sent, for the receipt.
    var idText: JSONScanner.Text?
    /// Only of use without a ``rejection``.
    var indexed = IndexedEvent()
    /// Why the event cannot be accepted; the first reason found.
    var rejection: String?

    mutating func reject(_ reason: @autoclosure () -> String) {
        rejection = rejection ?? reason()
    }
}

/// A batch as places of its bytes.
struct ScannedBatch {
    var envelope = BatchIndex.Envelope()
    var events: [ScannedEvent] = []
}
