import MarqueeCore
import MarqueeWire

/// What a presented hub takes from the ``Hub`` it belongs to.
struct HubContext: Sendable {
    let core: Core
    let journal: Broadcast<RequestRecord>
    let post: @Sendable (HubNotice) -> Void
    /// The rules of this moment; they may change while a hub is displayed.
    let gate: @Sendable () -> RequestGate
    /// Pages that must not be shown any more.
    let revoked: @Sendable () -> Set<ContentURI>
    let dismissed: @Sendable (HubPresentation) -> Void
}
