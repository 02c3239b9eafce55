/// The events the SDK itself records, with the properties each carries.
public enum EventName {
    /// A hub was presented: `uri`, `mode` (`modal` or `embedded`), `entry_point` if the app set one, `hub`.
    public static let hubPresented = "hub_presented"
    /// A hub was dismissed: `hub`, `shown_ms`.
    public static let hubDismissed = "hub_dismissed"
    /// A page was rendered: `uri`, `type` (`hub`, `channel`, `article`), `hub`, `channel` (its URI, for an article),
    /// `entry_point`, `release`.
    public static let contentViewed = "content_viewed"
    /// A page was left or the app went to the background: as ``contentViewed``, with `dwell_ms` (foreground time only),
    /// `depth` (0 to 1, furthest point scrolled to) and `completed` (an article read to its end).
    public static let contentRead = "content_read"
    /// The user confirmed an external link: `url`, `uri` of the page.
    public static let externalLinkOpened = "external_link_opened"
    /// A registered custom scheme was handed to the app: `scheme`, `uri` of the page.
    public static let customSchemeOpened = "custom_scheme_opened"
    /// A request was refused by the walled garden: `host`, `reason`, `uri` of the page.
    public static let requestDenied = "request_denied"
    /// The tags of the active user's profile are others than were told last: `tags`, a JSON array of texts.
    public static let userTags = "user_tags"
    /// A refresh ended: `outcome`, `release`, `bytes`, `duration_ms`.
    public static let refreshEnded = "refresh_ended"
    /// The outbox reached a bound and dropped its oldest events: `count`, `reason`.
    public static let eventsDropped = "events_dropped"
}
