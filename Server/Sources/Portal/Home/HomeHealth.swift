import MarqueeWire
import PlatformStore

/// What an operator has to know of an app: how far behind the reports are, which feeds fail, whether keys expire soon.
enum HomeHealth {
    /// From this age on an event is late: folding takes seconds.
    static let longestDelay = Duration.seconds(60)
    /// So long before keys expire there is a word about it.
    static let keyNotice = Duration.seconds(90 * 86_400)

    static func reports(delay: Duration?) -> HomePage.Line {
        guard let delay, delay >= longestDelay else {
            return .init("Reports have every event.", mark: "ok", look: "ok")
        }
        return .init(
            "Reports are late: the oldest event that is not in them yet is \(text(delay)) old.", "Live events",
            at: "/portal/live", mark: "late", look: "failed")
    }

    static func keys(expire: Timestamp?, now: Timestamp) -> HomePage.Line {
        guard let expire else {
            return .init("The app has no keys, and cannot publish without them.", mark: "no keys", look: "failed")
        }
        let date = LocalTime.text(expire)
        if expire <= now {
            return .init(
                "The app’s keys expired on \(date) (UTC): devices take no new release. Rotate them with marquee keys rotate.",
                mark: "expired", look: "failed")
        }
        if expire - now < keyNotice {
            return .init(
                "The app’s keys expire on \(date) (UTC). Rotate them before, with marquee keys rotate.",
                mark: "expires soon", look: "careful")
        }
        return .init("The app’s keys are valid until \(date) (UTC).", mark: "ok", look: "ok")
    }

    static func feeds(_ sources: [FeedSourceRecord]) -> HomePage.Line? {
        guard !sources.isEmpty else { return nil }
        let failed = sources.filter { $0.lastRun?.failure != nil }
        guard let first = failed.first else { return .init("Every feed was read.", mark: "ok", look: "ok") }
        guard failed.count == 1 else {
            return .init(
                "\(failed.count) of \(sources.count) feeds failed when they were last read.", "Feeds",
                at: "/portal/feeds", mark: "failed", look: "failed")
        }
        return .init(
            "The feed \(first.shownLocation) failed when it was last read.", "The feed",
            at: "/portal/feeds/\(first.id)", mark: "failed", look: "failed")
    }

    /// "40 seconds", "3 minutes", "2 days".
    static func text(_ duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        let units = [("day", 86_400), ("hour", 3600), ("minute", 60)]
        let (name, length) = units.first { seconds >= $0.1 } ?? ("second", 1)
        let count = seconds / length
        return "\(count) \(name)\(count == 1 ? "" : "s")"
    }
}
