import MarqueeWire
import PlatformStore

/// An article's state in words: the state, since when, and by whom.
struct StateLine: Sendable {
    /// The name of the state, which is also the mark's look.
    let state: String
    /// Since when and by whom.
    let detail: String

    init(_ article: ListedArticle, now: Timestamp) {
        let state = article.state(at: now)
        let since = article.since(at: now)
        let words = Self.saved(since.time, by: since.who)
        self.state = state.rawValue
        switch state {
        case .draft: detail = "saved \(words)"
        case .ready, .live: detail = "since \(words)"
        case .changed: detail = article.schedule.isDraft ? "draft saved \(words)" : "ready since \(words)"
        case .scheduled: detail = "for \(LocalTime.text(article.schedule.embargo)), saved \(words)"
        case .expired: detail = "since \(LocalTime.text(since.time)), saved by \(Self.name(article.savedBy))"
        }
    }

    /// "31 May 2026, 09:00 by Ann".
    static func saved(_ time: Timestamp, by who: String) -> String {
        who.isEmpty ? LocalTime.text(time) : "\(LocalTime.text(time)) by \(who)"
    }

    private static func name(_ who: String) -> String { who.isEmpty ? "somebody" : who }

    /// What a save leads to.
    /// - Parameter schedulesRun: whether schedules make releases: there is a release, and it is no rollback's.
    static func afterSaving(_ article: ArticleRecord, now: Timestamp, schedulesRun: Bool) -> String {
        let schedule = article.content.schedule
        switch article.state(at: now) {
        case .draft: return "Saved as a draft."
        case .changed where schedule.isDraft: return "Saved as a draft. Devices keep the version that is live."
        case .ready, .changed: return "Saved and ready: it goes out with the next publish."
        case .live: return "Saved. Devices have this version."
        case .expired:
            let time = "\(LocalTime.text(schedule.expires)) (UTC)"
            return article.liveVersion == nil
                ? "Saved, but it expired on \(time): no release takes it."
                : "Saved, but it expired on \(time): the next publish takes it away from devices."
        case .scheduled:
            let time = "\(LocalTime.text(schedule.embargo)) (UTC)"
            return schedulesRun
                ? "Saved; it goes live on \(time) by itself."
                : "Saved; it is scheduled for \(time). Schedules wait until somebody publishes."
        }
    }
}

extension ScheduledChange.Kind {
    /// What happens to the article, in words.
    var words: String {
        switch self {
        case .appears: "goes live"
        case .expires: "goes away"
        }
    }
}

/// The addresses of an article's pages.
enum ArticleAddress {
    static func page(_ uri: ContentURI) -> String {
        guard case .article(let id) = uri.place else { return "/portal/content" }
        return "/portal/articles/\(uri.hub)/\(id)"
    }
}
