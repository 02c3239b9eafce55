public import MarqueeWire

/// What an article is to devices and to the next publish, at one time.
public enum ArticleState: String, Sendable, Codable, CaseIterable {
    /// Being written: no publish takes it.
    case draft
    /// Finished and on no device yet: the next publish takes it.
    case ready
    /// The current release holds what is saved.
    case live
    /// The current release holds an earlier version than the saved one.
    case changed
    /// Finished, and goes live by itself when its embargo ends.
    case scheduled
    /// Its expiry has passed.
    case expired
}

extension ArticleSchedule {
    /// The state at a time of an article with this schedule.
    /// - Parameters:
    ///   - version: the version that is saved.
    ///   - live: the version that the current release holds; `nil` for none.
    ///   - time: the time.
    public func state(version: Int, live: Int?, at time: Timestamp) -> ArticleState {
        if isDraft { return live == nil ? .draft : .changed }
        if let expires, expires <= time { return .expired }
        if let embargo, embargo > time { return .scheduled }
        guard let live else { return .ready }
        return live == version ? .live : .changed
    }
}

extension ArticleRecord {
    /// The article's state at a time.
    public func state(at time: Timestamp) -> ArticleState {
        content.schedule.state(version: version, live: liveVersion, at: time)
    }
}

extension ListedArticle {
    /// The article's state at a time.
    public func state(at time: Timestamp) -> ArticleState {
        schedule.state(version: version, live: liveVersion, at: time)
    }

    /// Since when the article has its state, and who gave it; an empty name when the server knows none.
    public func since(at time: Timestamp) -> (time: Timestamp, who: String) {
        switch state(at: time) {
        case .live: (liveSince ?? modified, liveBy ?? savedBy)
        case .expired: (schedule.expires ?? modified, savedBy)
        case .draft, .ready, .changed, .scheduled: (modified, savedBy)
        }
    }
}
