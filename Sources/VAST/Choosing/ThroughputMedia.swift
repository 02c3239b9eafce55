/// Prefers the best file that the connection can load in time.
///
/// A progressive file must arrive completely within ``patience``. Its size is the document's `fileSize`, or else
/// bitrate × duration. A stream adapts, so only its lowest bitrate counts. If no file arrives in time, the one with the
/// smallest demand is chosen.
public struct ThroughputMedia: MediaPolicy {
    /// Kilobits per second; `nil` when nothing has been measured, which counts as a slow connection.
    public var kilobitsPerSecond: Double?
    /// The usable share of the measured speed, above 0 and up to 1. The default is 0.8.
    public var safety: Double
    /// The longest download of a progressive file. The default is 8 s.
    public var patience: Duration

    /// Creates a policy from a measurement.
    public init(_ throughput: Throughput, safety: Double = 0.8, patience: Duration = .seconds(8)) {
        self.init(kilobitsPerSecond: throughput.kilobitsPerSecond, safety: safety, patience: patience)
    }

    /// Creates a policy from a known speed. A speed that is not a positive number counts as unknown.
    public init(kilobitsPerSecond: Double?, safety: Double = 0.8, patience: Duration = .seconds(8)) {
        self.kilobitsPerSecond = kilobitsPerSecond.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
        self.safety = safety > 0 && safety <= 1 ? safety : 0.8
        self.patience = patience
    }

    /// Refuses files that arrive too late, unless all do. Files in time are ranked by the highest bitrate, late ones by
    /// the lowest. A file of unknown size is never refused and comes last.
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

    /// The kilobits per second that the file needs; `nil` when its attributes do not tell.
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
