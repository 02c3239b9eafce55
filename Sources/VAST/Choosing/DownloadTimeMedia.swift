/// Chooses by how long the previous download took: low, mid or high of the progressive `video/mp4` files.
///
/// The time says nothing about the size of what was downloaded; ``ThroughputMedia`` knows better. This is the policy
/// for an app that keeps no more than one record.
public struct DownloadTimeMedia: MediaPolicy {
    /// What came before; `nil` for nothing, which chooses low.
    public var previous: DownloadRecord?

    /// Makes a policy.
    public init(previous: DownloadRecord?) {
        self.previous = previous
    }

    /// Refuses all that is no rung of the ladder and prefers the quality that the record asks for.
    public func apply(to pool: inout MediaPool) {
        pool.refuse { file in
            if QualityLadder.isRung(file) { return nil }
            return file.delivery == .streaming ? .delivery(.streaming) : .type(file.type)
        }
        pool.prefer(previous?.next ?? .low, of: QualityLadder(pool.files))
    }
}
