/// What came of a request for ads: what to play, in which order, and what may stand in.
public struct AdPlan: Sendable, Hashable {
    /// In the order of playing: a pod by its sequence, or the stand-alone ad that was chosen.
    public var ads: [PlannedAd]
    /// Stand-alone ads of the same answer, each of which may take the place of an ad that fails, once.
    public var substitutes: [PlannedAd]

    /// Makes a plan.
    public init(ads: [PlannedAd] = [], substitutes: [PlannedAd] = []) {
        self.ads = ads
        self.substitutes = substitutes
    }

    /// The plan without the ads that may no longer be shown at a reading of the resolver's clock.
    public func unexpired(at now: Duration) -> AdPlan {
        AdPlan(
            ads: ads.filter { !$0.isExpired(at: now) }, substitutes: substitutes.filter { !$0.isExpired(at: now) })
    }
}
