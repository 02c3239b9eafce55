/// A moment of a creative: so long after its start, or at so much of its duration.
public enum Offset: Sendable, Hashable {
    /// So long after the start; a negative one is never reached.
    case time(Duration)
    /// 0 to 100.
    case percent(Double)

    /// The time it means for a creative of `duration`.
    /// - Parameter duration: what is longer than 30 years counts as 30 years.
    /// - Returns: `nil` for a part of an unknown duration, and for a part that is no number from 0 to 100.
    public func time(in duration: Duration?) -> Duration? {
        switch self {
        case .time(let time): time
        case .percent(let percent): (0...100).contains(percent) ? duration.map { $0.share(percent) } : nil
        }
    }
}
