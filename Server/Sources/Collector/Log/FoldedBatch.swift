import MarqueeWire
import PlatformStore

/// A batch while it is appended to the log.
///
/// Reads the bytes of the ``EventChunk`` in place, so nothing may keep it after the transaction.
final class FoldedBatch {
    let scope: Scope
    /// The scope's number in the ``NameTable``.
    let scopeNumber: Int64
    let received: Timestamp
    /// Whether a test device sent it.
    let isTest: Bool
    let envelope: BatchIndex.Envelope
    let events: [MarkedEvent]
    private let values: [MarkedValue]
    let scanner: JSONScanner

    init(
        _ batch: StoredBatch, _ scanned: ScannedBatch, _ bytes: UnsafeBufferPointer<UInt8>, scopeNumber: Int64,
        testDevices: TestDevices
    ) {
        scope = batch.scope
        received = batch.received
        self.scopeNumber = scopeNumber
        envelope = scanned.envelope
        events = scanned.accepted
        values = scanned.values
        let scanner = JSONScanner(bytes)
        self.scanner = scanner
        isTest = testDevices.contains(scanned.envelope.install.text.map(scanner.string) ?? "")
    }

    /// The id of the install that sent the batch.
    var install: String { envelope.install.text.map(scanner.string) ?? "" }

    /// The SDK's version.
    var sdk: String { envelope.sdk.text.map(scanner.string) ?? "" }

    /// The text of a property; `nil` for other values and for longer texts than the key allows.
    func text(_ key: FoldKey, of event: FoldedEvent) -> JSONScanner.Text? {
        guard let value = value(key, of: event), value.kind == .text, let text = value.span.text,
            text.range.count <= key.longest
        else { return nil }
        return text
    }

    /// The whole number of a property.
    func integer(_ key: FoldKey, of event: FoldedEvent) -> Int64? {
        guard let value = value(key, of: event), value.kind == .integer, let text = value.span.text else { return nil }
        return scanner.integer(JSONScanner.Number(range: text.range, isInteger: true))
    }

    /// The number of a property, rounded.
    func number(_ key: FoldKey, of event: FoldedEvent) -> Double? {
        if let integer = integer(key, of: event) { return Double(integer) }
        guard let value = value(key, of: event), value.kind == .integer || value.kind == .fraction,
            let text = value.span.text
        else { return nil }
        return scanner.double(JSONScanner.Number(range: text.range, isInteger: false))?.rounded()
    }

    /// Whether a property is `true`.
    func isTrue(_ key: FoldKey, of event: FoldedEvent) -> Bool { value(key, of: event)?.kind == .yes }

    /// Whether two spans hold the same bytes.
    func isSame(_ left: TextSpan, _ right: TextSpan) -> Bool {
        guard let left = left.text, let right = right.text else { return left == right }
        return scanner.isSame(left, right)
    }

    /// Calls `use` with the bytes of a text, those of the empty text for ``TextSpan/none``.
    func withBytes<Result>(
        of span: TextSpan, _ use: (UnsafeBufferPointer<UInt8>) throws(StoreError) -> Result
    ) throws(StoreError) -> Result {
        guard let text = span.text else { return try use(UnsafeBufferPointer(start: nil, count: 0)) }
        return try scanner.withBytes(of: text, use)
    }

    private func value(_ key: FoldKey, of event: FoldedEvent) -> MarkedValue? {
        for place in event.marked.values where values[place].key == key.number { return values[place] }
        return nil
    }
}

/// An event that is new to the log.
struct FoldedEvent {
    let marked: MarkedEvent
    /// The number of the event's name in the ``NameTable``.
    let name: Int64
    /// The projections that fold events of this name, a bit each (so at most 64), in the order of the log's projections.
    let projections: UInt64
    /// Corrected for the device's clock.
    let time: Timestamp
    /// Whether its recipient had opted out when it happened.
    var isOptedOut = false
}
