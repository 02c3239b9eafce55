public import MarqueeWire

/// One saved version of an article, without its text.
public struct ArticleVersion: Sendable, Hashable {
    /// A release that brought a version to devices.
    public struct Publication: Sendable, Hashable {
        /// The release's version.
        public let release: Int
        /// When the version went live: with the release, or later with a publish that changed no page.
        public let issued: Timestamp
        /// Who published it.
        public let who: String
    }

    /// The version, from 1.
    public let version: Int
    /// When it was saved.
    public let saved: Timestamp
    /// Who saved it; empty for versions from before names were kept.
    public let who: String
    /// Why it was saved.
    public let change: ArticleChange
    /// The title it has.
    public let title: String
    /// Whether it was a draft.
    public let isDraft: Bool
    /// The releases of the main stream with which it went live, newest first.
    public var publications: [Publication]
}

extension ArticleVersion {
    /// How many versions of an article are kept, the newest included. Older ones stay while they are live, or among the
    /// article's last ``keptReleases`` changes in a stream.
    public static let kept = 200
    /// How many bytes the texts of an article's earlier versions have together, 8 MiB. The oldest versions go first; a
    /// version that is live stays.
    public static let keptSize = 8 * 1024 * 1024
    /// The number of an article's last changes in the releases of each stream whose versions are kept, however old.
    public static let keptReleases = 50
}
