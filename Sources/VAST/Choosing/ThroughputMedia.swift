/// Prefers the best file that the connection can bring in time.
///
/// A progressive file has to arrive as a whole within ``patience``; its bytes are the document's `fileSize`, or else
/// bitrate × duration. A stream adapts, and needs only its least bitrate. Where nothing comes in time, the file that
/// asks least of the connection is taken rather than none.
public struct ThroughputMedia: MediaPolicy {
    /// In kilobits per second; `nil` when nothing has been measured yet, which chooses as a slow connection would.
    public var kilobitsPerSecond: Double?
    /// The share of the measured throughput to count on, above 0 and up to 1; 0.8 unless set.
    public var safety: Double
    /// How long a progressive file may take to arrive; 8 s unless set.
    public var patience: Duration

    /// Makes a policy of a measurement.
    public init(_ throughput: Throughput, safety: Double = 0.8, patience: Duration = .seconds(8)) {
        self.init(kilobitsPerSecond: throughput.kilobitsPerSecond, safety: safety, patience: patience)
    }

    /// Makes a policy of a known throughput. What is no number or not positive is unknown.
    public init(kilobitsPerSecond: Double?, safety: Double = 0.8, patience: Duration = .seconds(8)) {
        self.kilobitsPerSecond = kilobitsPerSecond.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        self.safety = safety > 0 && safety <= 1 ? safety : 0.8
        self.patience = patience
    }

    /// Refuses what comes too slowly unless all does, and ranks by bitrate: in time the greatest first, too slow the
    /// least. A file of unknown demand is refused for nothing and comes last.
    public func apply(to pool: inout MediaPool) {
        let budget = (kilobitsPerSecond ?? 0) * safety
        let duration = pool.duration
        func isInTime(_ file: MediaFile) -> Bool {
            demand(of: file, lasting: duration).map { $0 <= budget } ?? true
        }
        guard pool.files.contains(where: { demand(of: $0, lasting: duration) != nil && isInTime($0) }) else {
            pool.rank { -(demand(of: $0, lasting: duration) ?? .greatestFiniteMagnitude) }
            return
        }
        pool.refuse { isInTime($0) ? nil : .tooSlow }
        pool.rank { file in
            demand(of: file, lasting: duration) == nil ? -1 : value(of: file, lasting: duration, within: budget)
        }
    }

    /// Kilobits per second that the file needs; `nil` when its attributes do not tell.
    private func demand(of file: MediaFile, lasting duration: Duration?) -> Double? {
        if file.delivery == .streaming {
            return positive(file.minimumBitrate ?? file.bitrate ?? file.maximumBitrate)
        }
        let seconds = patience.bounded / .seconds(1)
        guard let kilobits = kilobits(of: file, lasting: duration), seconds > 0 else { return nil }
        return kilobits / seconds
    }

    private func kilobits(of file: MediaFile, lasting duration: Duration?) -> Double? {
        if let bytes = positive(file.size) { return bytes * 8 / 1000 }
        guard let bitrate = positive(file.bitrate), let duration else { return nil }
        return bitrate * (duration / .seconds(1))
    }

    /// The bitrate at which the viewer sees the file.
    private func value(of file: MediaFile, lasting duration: Duration?, within budget: Double) -> Double {
        if file.delivery == .streaming {
            return positive(file.maximumBitrate ?? file.bitrate).map { min($0, budget) } ?? 0
        }
        if let bitrate = positive(file.bitrate) { return bitrate }
        guard let kilobits = kilobits(of: file, lasting: duration), let duration else { return 0 }
        return kilobits / (duration / .seconds(1))
    }

    private func positive(_ number: Int?) -> Double? {
        number.flatMap { $0 > 0 ? Double($0) : nil }
    }
}
