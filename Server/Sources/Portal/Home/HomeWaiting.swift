import MarqueeWire
import PlatformStore

/// What is not on devices yet: changes that were saved and not published, schedules, drafts.
struct HomeWaiting: Sendable {
    /// More changes than these are not counted.
    static let mostChanges = 200
    private static let actions = [
        "article.", "hub.", "channel.", "asset.", "media.update", "media.delete", "order.", "tag.", "template.",
        "content.",
    ]

    /// Newest first.
    private let changes: [AuditEntry]
    let now: Timestamp
    /// The earlier release that devices show again after a rollback.
    var restored: Int?
    var scheduled = 0
    var drafts = 0
    /// The articles that the next publish takes.
    var ready = 0
    /// When a schedule makes the next release by itself.
    var next: Timestamp?

    /// - Parameters:
    ///   - entries: the app's audit log, newest first.
    ///   - published: when the content of the current release was read; `nil` before the first release.
    init(_ entries: [AuditEntry], since published: Timestamp?, now: Timestamp) {
        changes = entries.filter { entry in
            published.map { entry.time > $0 } ?? true && Self.actions.contains { entry.action.hasPrefix($0) }
        }
        self.now = now
    }

    var lines: [HomePage.Line] {
        [changed, ready > 0 ? readyLine : nil, restored.map(Self.rollback), schedules, drafts > 0 ? draft : nil]
            .compactMap(\.self)
    }

    private var changed: HomePage.Line? {
        guard let latest = changes.first else {
            // After a rollback, what was saved between the two releases is on no device.
            return restored == nil && ready == 0
                ? HomePage.Line("Everything that was saved is published.", mark: "ok", look: "ok") : nil
        }
        let count =
            changes.count >= Self.mostChanges
            ? "More than \(Self.mostChanges - 1) changes" : changes.count == 1 ? "1 change" : "\(changes.count) changes"
        let time = LocalTime.relative(latest.time, now: now)
        return .init(
            "\(count) not published yet, the last by \(latest.who), \(time).", "Look and publish",
            at: "/portal/publish",
            mark: "waits", look: "careful")
    }

    private static func rollback(_ version: Int) -> HomePage.Line {
        .init(
            "Devices show release \(version) again after a rollback. Schedules wait until somebody publishes.",
            "Publish",
            at: "/portal/publish", mark: "rolled back", look: "careful")
    }

    private var schedules: HomePage.Line? {
        guard scheduled > 0 || next != nil else { return nil }
        let articles =
            scheduled == 0 ? "" : scheduled == 1 ? "1 article is scheduled. " : "\(scheduled) articles are scheduled. "
        let time = next.map { "The next scheduled release is due on \(LocalTime.text($0)) (UTC)." } ?? ""
        return .init(
            (articles + time).trimmingSuffix(), "Scheduled articles", at: "/portal/content?state=scheduled",
            mark: "scheduled", look: "scheduled")
    }

    private var readyLine: HomePage.Line {
        .init(
            ready == 1
                ? "1 article is ready for the next publish." : "\(ready) articles are ready for the next publish.",
            "Publish", at: "/portal/publish", mark: "ready", look: "careful")
    }

    private var draft: HomePage.Line {
        .init(
            drafts == 1
                ? "1 article is a draft, and is in no release."
                : "\(drafts) articles are drafts, and are in no release.",
            "Drafts", at: "/portal/content?state=draft", mark: "draft")
    }
}

extension String {
    fileprivate func trimmingSuffix() -> String { hasSuffix(" ") ? String(dropLast()) : self }
}
