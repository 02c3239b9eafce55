/// A moment of a creative: so long after its start, or at so much of its duration.
public enum Offset: Sendable, Hashable {
    /// So long after the start; a negative one is ignored.
    case time(Duration)
    /// 0 to 100.
    case percent(Double)

    /// The moment it means in a creative.
    ///
    /// The standard is silent about offsets that make no sense: a negative one, one past the end, a part that is no number
    /// from 0 to 100. They are ignored. 0 % is the start of any creative.
    /// - Parameter duration: `nil` while nobody knows it; what is longer than 30 years counts as 30 years.
    /// - Returns: `nil` for what is ignored, and for a part of an unknown duration.
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
