internal import Foundation

/// Times in the form of macros.
enum TimeText {
    /// `HH:MM:SS.mmm`; 0 for a negative time. Hours may have more than two digits.
    static func playhead(_ time: Duration) -> String {
        let total = max(0, milliseconds(time))
        let seconds = total / 1000
        return
            "\(padded(seconds / 3600)):\(padded(seconds / 60 % 60)):\(padded(seconds % 60)).\(padded(total % 1000, 3))"
    }

    /// ISO 8601 with milliseconds and zone, such as `2016-01-17T08:15:07.127-05:00`.
    ///
    /// Years are limited to 1970…9999 and the zone to ±14 h, so that the text is always well-formed.
    static func timestamp(since1970 time: Duration, zoneMinutes: Int) -> String {
        let zone = Int64(min(max(zoneMinutes, -840), 840))
        let local = min(max(milliseconds(time), 0) + zone * 60_000, 253_402_300_799_999)
        let shifted = max(local, 0)
        let (day, inDay) = (shifted / 86_400_000, shifted % 86_400_000)
        let clock = playhead(.milliseconds(inDay))
        let sign = zone < 0 ? "-" : "+"
        return "\(date(day))T\(clock)\(sign)\(padded(abs(zone) / 60)):\(padded(abs(zone) % 60))"
    }

    private static func date(_ day: Int64) -> String {
        Date(timeIntervalSince1970: TimeInterval(day) * 86_400).formatted(.iso8601.year().month().day())
    }

    /// Rounded down, and limited so that later calculations cannot overflow.
    private static func milliseconds(_ time: Duration) -> Int64 {
        let (seconds, attoseconds) = time.components
        let bounded = min(max(seconds, -1_000_000_000_000), 1_000_000_000_000)
        return bounded * 1000 + attoseconds / 1_000_000_000_000_000
    }

    private static func padded(_ number: Int64, _ width: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }
}
