import MarqueeCore
public import MarqueeWire

extension Engage {
    /// The campaign that new events carry as `Campaign Name`; empty if none is current.
    public var currentCampaign: String { campaigns.current }

    /// The campaign that was current last: the one before the current one, or the first one. Empty if there was none.
    public var lastCampaign: String { campaigns.last }

    /// Makes a campaign current. It is on disk when this returns.
    /// - Parameters:
    ///   - name: 1 to 1,024 bytes; any other name changes nothing.
    ///   - expiration: how long, or until when; `nil` for the configuration's `General.defaultCurrentCampaignExpiration`.
    /// - Returns: whether the campaign became current. One that has ended already does not.
    @discardableResult
    public func setCampaign(_ name: String, until expiration: Expiration? = nil) -> Bool {
        guard let expiration else { return campaigns.adopt(named: name, from: [:]) }
        return campaigns.set(name, until: expiration.date(after: core.environment.now()))
    }

    /// Makes the campaign current that the parameters of a link or a notification name, at any depth.
    /// - Returns: whether a campaign became current.
    @discardableResult
    public func adoptCampaign(from parameters: [String: EngageValue]) -> Bool { campaigns.adopt(from: parameters) }

    /// Tracks that a session started, for an app that knows better than the SDK.
    /// - Parameters:
    ///   - campaign: becomes the current campaign; an empty name does not. It wins over one in the values.
    ///   - values: the event's values, which may name a campaign and its end.
    /// - Returns: the event's id; `nil` if the event was dropped, or without consent.
    @discardableResult
    public func trackSessionStarted(campaign: String = "", _ values: [String: EngageValue] = [:]) -> EventID? {
        campaigns.adopt(named: campaign, from: values)
        return track(.sessionStarted(values))
    }
}
