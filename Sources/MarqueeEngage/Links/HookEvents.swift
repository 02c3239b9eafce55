import MarqueeWire

/// What the hooks of links and notifications need from the part that tracks events.
struct HookEvents: Sendable {
    /// Makes the campaign that these values name, at any depth, the current one; nothing if they name none.
    let applyCampaign: @Sendable ([String: EngageValue]) -> Void
    /// The name of the parameter that holds the call to action of a notification.
    var callToAction = CampaignRules().callToAction
    /// Tracks an event and returns its id; `nil` if it is dropped, or without consent.
    let track: @Sendable (EngageEvent) -> EventID?
}
