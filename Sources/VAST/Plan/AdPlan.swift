/// The ads to play in order, and the ads that may replace them.
public struct AdPlan: Sendable, Hashable {
    /// The ads in playing order: a pod by its sequence, or the stand-alone ad that was chosen.
    public var ads: [PlannedAd]
    /// Stand-alone ads of the same answer. Each may replace one ad that fails.
    public var substitutes: [PlannedAd]

    /// An empty plan plays nothing.
    public init(ads: [PlannedAd] = [], substitutes: [PlannedAd] = []) {
        self.ads = ads
        self.substitutes = substitutes
    }

    /// The plan without the ads that have expired. `now` is a reading of the resolver's clock.
    public func unexpired(at now: Duration) -> AdPlan {
        AdPlan(
            ads: ads.filter { !$0.isExpired(at: now) }, substitutes: substitutes.filter { !$0.isExpired(at: now) })
    }
}
