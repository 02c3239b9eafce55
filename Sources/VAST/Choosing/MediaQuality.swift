/// A step of the quality ladder.
public enum MediaQuality: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The smallest bitrate.
    case low
    /// A bitrate between the two.
    case mid
    /// The largest bitrate.
    case high

    /// Low before mid before high.
    public static func < (left: MediaQuality, right: MediaQuality) -> Bool {
        left.step < right.step
    }

    private var step: Int {
        switch self {
        case .low: 0
        case .mid: 1
        case .high: 2
        }
    }
}
