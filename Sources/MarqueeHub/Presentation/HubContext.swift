import MarqueeCore
import MarqueeWire

/// The parts of a ``Hub`` that its presented hubs use.
struct HubContext: Sendable {
    let core: Core
    let journal: Broadcast<RequestRecord>
    let post: @Sendable (HubNotice) -> Void
    /// Returns the current rules, which may change while a hub is displayed.
    let gate: @Sendable () -> RequestGate
    /// Returns the pages that may no longer be shown.
    let revoked: @Sendable () -> Set<ContentURI>
    let dismissed: @Sendable (HubPresentation) -> Void
}
