import Foundation
import MarqueeWire

/// Batches of the spool that are appended to the log in one transaction.
struct EventChunk: Sendable {
    /// The bytes that were read from the spool; the batches lie in them.
    var bytes: [UInt8] = []
    let batches: [StoredBatch]
    /// The position behind the last batch, which the log stores with the events.
    let end: SpoolPosition
    /// Files of the spool that are gone; the log forgets its positions in them.
    var gone: [SpoolSegment] = []
    /// The file to which unreadable bytes of the spool were moved.
    var damage: URL?

    /// The apps and streams of the batches.
    var scopes: Set<Scope> { Set(batches.map(\.scope)) }

    /// A batch's marked positions; of a batch whose index cannot be used they are found again.
    ///
    /// Every batch was acknowledged. What another version of the program accepted and this one does not is a `problem`,
    /// which the log keeps with the batch's bytes.
    static func read(
        _ batch: StoredBatch, in bytes: UnsafeRawBufferPointer, keys: PropertyKeys
    ) -> (scanned: ScannedBatch?, problem: String?) {
        let index = UnsafeRawBufferPointer(rebasing: bytes[batch.index])
        if let scanned = BatchIndex.read(index, for: batch.body.count, keys: keys) { return (scanned, nil) }
        let body = UnsafeRawBufferPointer(rebasing: bytes[batch.body]).bindMemory(to: UInt8.self)
        let scanned: ScannedBatch
        do { scanned = try BatchScanner.scan(body, keys: keys) } catch { return (nil, "\(error)") }
        let rejected = scanned.verdicts.indices.filter { scanned.verdicts[$0] == .rejected }
        let reasons = zip(rejected, scanned.reasons).map { "event \($0): \($1)" }
        return (scanned, reasons.isEmpty ? nil : reasons.prefix(10).joined(separator: "; "))
    }
}
