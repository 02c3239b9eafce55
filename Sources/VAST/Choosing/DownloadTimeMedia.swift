/// Chooses the low, mid or high file of the progressive `video/mp4` files by the duration of the previous download.
///
/// The duration does not tell how many bytes were downloaded; ``ThroughputMedia`` is more precise. Use this policy in
/// an app that keeps only one record.
public struct DownloadTimeMedia: MediaPolicy {
    /// The previous download; `nil` when there is none, and the low file is chosen.
    public var previous: DownloadRecord?

    /// `nil` stands for no previous download.
    public init(previous: DownloadRecord?) {
        self.previous = previous
    }

    /// Refuses all files that are not on the quality ladder, and prefers the quality that follows from the record.
    public func apply(to pool: inout MediaPool) {
        pool.refuse { file in
            if QualityLadder.isRung(file) { return nil }
            return file.delivery == .streaming ? .delivery(.streaming) : .type(file.type)
        }
        pool.prefer(previous?.next ?? .low, of: QualityLadder(pool.files))
    }
}
