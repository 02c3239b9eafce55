public import Foundation

/// A point in time in milliseconds since 1970-01-01T00:00:00Z. It is the only form of time on the wire and in the
/// databases.
public struct Timestamp: Sendable, Hashable, Comparable, Codable, CustomStringConvertible {
    /// Milliseconds since the Unix epoch; negative before it.
    public let milliseconds: Int64

    /// Any number of milliseconds is accepted.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The instant of a `Date`, rounded down to a millisecond and limited to the years 1 … 9999.
    public init(_ date: Date) {
        let bounds = -62_135_596_800_000.0...253_402_300_799_999.0
        let exact = (date.timeIntervalSince1970 * 1000).rounded(.down)
        milliseconds = exact.isNaN ? 0 : Int64(min(max(exact, bounds.lowerBound), bounds.upperBound))
    }

    /// Decodes a whole number of milliseconds.
    public init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    /// Encodes a whole number of milliseconds.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// The instant as a `Date`, exact to the millisecond.
    public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

    /// ISO 8601 in UTC, to the second, for logs and pages.
    public var description: String { date.formatted(.iso8601) }

    /// Compares the instants.
    public static func < (left: Timestamp, right: Timestamp) -> Bool { left.milliseconds < right.milliseconds }

    /// The time `duration` later, limited to the range of `Int64`.
    public static func + (time: Timestamp, duration: Duration) -> Timestamp {
        let (sum, overflow) = time.milliseconds.addingReportingOverflow(duration.milliseconds)
        return Timestamp(milliseconds: overflow ? (duration < .zero ? .min : .max) : sum)
    }

    /// The time from `right` to `left`; negative when `left` is earlier.
    public static func - (left: Timestamp, right: Timestamp) -> Duration {
        let (difference, overflow) = left.milliseconds.subtractingReportingOverflow(right.milliseconds)
        return .milliseconds(overflow ? (left > right ? Int64.max : Int64.min) : difference)
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded towards zero and limited to the range of `Int64`.
    public var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflow else { return seconds < 0 ? .min : .max }
        let (sum, carried) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return carried ? (seconds < 0 ? .min : .max) : sum
    }
}
