/// The positions that intake marked in a batch, kept beside it in the spool so that folding reads no JSON again.
struct BatchIndex {
    /// Changes whenever the layout of ``Envelope``, ``MarkedEvent`` or ``MarkedValue`` changes.
    private static let form: UInt64 = 0x4D51_4958_0000_0003

    /// What a batch says once for all its events.
    struct Envelope: BitwiseCopyable {
        fileprivate var form = BatchIndex.form
        /// ``PropertyKeys/mark`` of the keys that were marked.
        fileprivate var keys: UInt64 = 0
        /// By the device's clock, in milliseconds since 1970.
        var sent: Int64 = 0
        var install = TextSpan.none
        var sdk = TextSpan.none
        var advertiser = TextSpan.none
        /// The lane that numbered the events; ``TextSpan/none`` for the lane of events.
        var lane = TextSpan.none
        fileprivate var eventCount: UInt32 = 0
        fileprivate var valueCount: UInt32 = 0
    }

    /// The index as the spool keeps it.
    let bytes: [UInt8]

    /// The index of those events of a batch that were accepted.
    init(_ batch: ScannedBatch, keys: PropertyKeys) {
        var envelope = batch.envelope
        envelope.keys = keys.mark
        envelope.eventCount = UInt32(truncatingIfNeeded: batch.accepted.count)
        envelope.valueCount = UInt32(truncatingIfNeeded: batch.values.count)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(
            Self.headSize + batch.accepted.count * Self.eventSize + batch.values.count * Self.valueSize)
        withUnsafeBytes(of: envelope) { bytes += $0 }
        batch.accepted.withUnsafeBytes { bytes += $0 }
        batch.values.withUnsafeBytes { bytes += $0 }
        self.bytes = bytes
    }

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The parts of an index, for a batch of `count` bytes.
    ///
    /// `nil` for an index of another form or of other keys, and for one whose positions lie outside the batch.
    static func read(_ bytes: UnsafeRawBufferPointer, for count: Int, keys: PropertyKeys) -> ScannedBatch? {
        guard bytes.count >= headSize else { return nil }
        let envelope = bytes.loadUnaligned(as: Envelope.self)
        let (events, values) = (Int(envelope.eventCount), Int(envelope.valueCount))
        guard envelope.form == form, envelope.keys == keys.mark,
            bytes.count == headSize + events * eventSize + values * valueSize
        else { return nil }
        var batch = ScannedBatch()
        batch.envelope = envelope
        batch.accepted = array(bytes, at: headSize, count: events)
        batch.values = array(bytes, at: headSize + events * eventSize, count: values)
        guard envelope.install.fits(count), envelope.sdk.fits(count), envelope.advertiser.fits(count),
            envelope.lane.fits(count),
            batch.accepted.allSatisfy({ $0.fits(count, values: values) }),
            batch.values.allSatisfy({ $0.span.fits(count) })
        else { return nil }
        return batch
    }

    private static func array<Element: BitwiseCopyable>(
        _ bytes: UnsafeRawBufferPointer, at offset: Int, count: Int
    ) -> [Element] {
        let size = count * MemoryLayout<Element>.stride
        return [Element](unsafeUninitializedCapacity: count) { buffer, filled in
            UnsafeMutableRawBufferPointer(buffer).copyMemory(from: .init(rebasing: bytes[offset..<offset + size]))
            filled = count
        }
    }

    private static let headSize = MemoryLayout<Envelope>.size
    private static let eventSize = MemoryLayout<MarkedEvent>.stride
    private static let valueSize = MemoryLayout<MarkedValue>.stride
}
