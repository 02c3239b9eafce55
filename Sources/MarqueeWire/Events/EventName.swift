/// The events that the SDK records, with their properties.
public enum EventName {
    /// A hub was presented: `uri`, `mode` (`modal` or `embedded`), `entry_point` if the app set one, `hub`.
    public static let hubPresented = "hub_presented"
    /// A hub was dismissed: `hub`, `shown_ms`.
    public static let hubDismissed = "hub_dismissed"
    /// A page was rendered: `uri`, `type` (`hub`, `channel`, `article`), `hub`, `channel` (its URI, for an article),
    /// `entry_point`, `release`.
    public static let contentViewed = "content_viewed"
    /// A page was left or the app went to the background: the properties of ``contentViewed``, with `dwell_ms`
    /// (foreground time only), `depth` (0 to 1, the furthest point scrolled to) and `completed` (an article was read to
    /// its end).
    public static let contentRead = "content_read"
    /// A video of the page started, reported once per visit and video: the properties of ``contentViewed``, with
    /// `video` (its id, or its address without the query).
    public static let videoPlayed = "video_played"
    /// The user confirmed an external link: `url`, `uri` of the page.
    public static let externalLinkOpened = "external_link_opened"
    /// A registered custom scheme was passed to the app: `scheme`, `uri` of the page.
    public static let customSchemeOpened = "custom_scheme_opened"
    /// The walled garden refused a request: `host`, `reason`, `uri` of the page.
    public static let requestDenied = "request_denied"
    /// The tags of the active user's profile have changed since the last report: `tags`, a JSON array of texts.
    public static let userTags = "user_tags"
    /// A refresh ended, reported once for all callers: `outcome` (`updated`, `unchanged`, `failed`, `cancelled`),
    /// `reason` (the error's code, if it failed), `release` (the device's release now), `bytes`, `duration_ms`.
    ///
    /// It is also recorded while no user is active.
    public static let refreshEnded = "refresh_ended"
    /// The outbox reached a limit and dropped its oldest items: `count`, `reason`, and `lane` unless they were events.
    public static let eventsDropped = "events_dropped"
}
