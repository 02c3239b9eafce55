extension Engage {
    /// The hook for links that open the app.
    public var links: LinkHook { LinkHook(router, hookEvents) }

    /// The hooks for notifications.
    public var notifications: NotificationHook { NotificationHook(hookEvents) }

    private var hookEvents: HookEvents {
        HookEvents(
            applyCampaign: { self.adoptCampaign(from: $0) }, callToAction: settings.campaigns.callToAction,
            track: { self.track($0) })
    }
}
