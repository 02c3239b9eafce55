import MarqueeWire
import Synchronization

/// Ids of rows that are listed in the order in which they were made, without a counter that writers would wait for.
///
/// 28 hexadecimal digits: 12 of the time in milliseconds since 1970, 8 that count up within the process, 8 random ones.
/// Ids that several processes make in one millisecond stand in any order.
enum TimedID {
    /// Stands after every id.
    static let last = "g"

    private static let made = Atomic<UInt32>(0)

    static func make(at time: Timestamp) -> String {
        let count = made.wrappingAdd(1, ordering: .relaxed).newValue
        return make(time.milliseconds, count, .random(in: .min ... .max))
    }

    /// The id of a row that had a number before: among rows of one time it keeps its order.
    static func make(at time: Timestamp, number: Int64) -> String {
        make(time.milliseconds, UInt32(clamping: number), 0)
    }

    /// Stands before the ids of a time, and after all earlier ones.
    static func beginning(at time: Timestamp) -> String { milliseconds(time.milliseconds) }

    private static func milliseconds(_ number: Int64) -> String {
        digits(min(UInt64(clamping: number), 0xFFFF_FFFF_FFFF), 12)
    }

    private static func make(_ milliseconds: Int64, _ count: UInt32, _ random: UInt32) -> String {
        Self.milliseconds(milliseconds) + digits(count, 8) + digits(random, 8)
    }

    private static func digits(_ number: some FixedWidthInteger, _ count: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: count - text.count) + text
    }
}
