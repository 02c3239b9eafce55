/// A moment of a creative: a time after its start, or a share of its duration.
public enum Offset: Sendable, Hashable {
    /// The time after the start. A negative time is ignored.
    case time(Duration)
    /// A percentage from 0 to 100.
    case percent(Double)

    /// The moment in a creative of this duration.
    ///
    /// The standard does not cover offsets that are negative, past the end, or not a percentage from 0 to 100. They are
    /// ignored. 0 % is the start of every creative.
    /// - Parameter duration: `nil` while unknown. A duration above 30 years counts as 30 years.
    /// - Returns: `nil` for an ignored offset, and for a share of an unknown duration.
    public func time(in duration: Duration?) -> Duration? {
        switch self {
        case .time(let time):
            guard time >= .zero, time <= duration ?? time else { return nil }
            return time.bounded
        case .percent(let percent):
            guard (0...100).contains(percent) else { return nil }
            return percent == 0 ? .zero : duration.map { $0.share(percent) }
        }
    }
}
