/// What the intake found in a batch, kept beside it in the spool so that folding reads no JSON again.
struct BatchIndex {
    /// Stands before everything else in the spool: another number whenever the layout of ``Envelope`` or
    /// ``IndexedEvent`` changes.
    private static let form: UInt64 = 0x4D51_4958_0000_0001

    /// What a batch says once for all its events.
    struct Envelope: BitwiseCopyable {
        fileprivate var form = BatchIndex.form
        /// By the device's clock, in milliseconds since 1970.
        var sent: Int64 = 0
        var install = TextSpan.none
        var sdk = TextSpan.none
        var advertiser = TextSpan.none
    }

    /// As they stand in the spool.
    let bytes: [UInt8]

    /// Of the events of a scanned batch that can be accepted.
    init(_ batch: ScannedBatch) {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.headSize + batch.accepted.count * Self.eventSize)
        withUnsafeBytes(of: batch.envelope) { bytes += $0 }
        batch.accepted.withUnsafeBytes { bytes += $0 }
        self.bytes = bytes
    }

    /// Takes what stood in the spool.
    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The parts, for a batch of so many bytes; `nil` for what was written in another form, or lies outside the batch.
    static func read(_ bytes: UnsafeRawBufferPointer, for count: Int) -> (envelope: Envelope, events: [IndexedEvent])? {
        guard bytes.count >= headSize, (bytes.count - headSize).isMultiple(of: eventSize) else { return nil }
        let envelope = bytes.loadUnaligned(as: Envelope.self)
        let events = stride(from: headSize, to: bytes.count, by: eventSize).map {
            bytes.loadUnaligned(fromByteOffset: $0, as: IndexedEvent.self)
        }
        guard envelope.form == form, envelope.install.fits(count), envelope.sdk.fits(count),
            envelope.advertiser.fits(count), events.allSatisfy({ $0.fits(count) })
        else { return nil }
        return (envelope, events)
    }

    private static let headSize = MemoryLayout<Envelope>.size
    private static let eventSize = MemoryLayout<IndexedEvent>.stride
}
