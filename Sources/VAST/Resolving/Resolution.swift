/// What came of a resolution: what to play, and what went wrong on the way.
///
/// A plan without ads is an expected outcome, not an error; then ``cause`` says why, and nothing but ``pings`` may be
/// requested.
public struct Resolution: Sendable, Hashable {
    /// What to play.
    public var plan: AdPlan
    /// In the order of the documents, whichever came first.
    public var failures: [ResolutionFailure]
    /// Addresses of the documents that may not leave by ``ResolutionOptions/addresses``; the plan and the pings have none of
    /// them. In the order in which documents were read, ads that are not played included.
    public var refusedAddresses: [RefusedAddress]

    /// Makes a resolution.
    public init(
        plan: AdPlan = AdPlan(), failures: [ResolutionFailure] = [], refusedAddresses: [RefusedAddress] = []
    ) {
        self.plan = plan
        self.failures = failures
        self.refusedAddresses = refusedAddresses
    }

    /// Every request that the failures cause, each to be made once.
    public var pings: [ErrorPing] { failures.flatMap(\.pings) }

    /// Why there is nothing to play: the first thing that went wrong; `nil` when there is an ad.
    public var cause: ResolutionFailure? { plan.ads.isEmpty ? failures.first : nil }
}

extension Resolution {
    /// Takes an outcome with as many pings as allowed, those of the first failures.
    init(_ outcome: Outcome, pingLimit: Int) {
        var left = max(pingLimit, 0)
        let failures = outcome.failures.map { failure in
            var failure = failure
            failure.pings = Array(failure.pings.prefix(left))
            left -= failure.pings.count
            return failure
        }
        self.init(
            plan: AdPlan(ads: outcome.ads, substitutes: outcome.substitutes), failures: failures,
            refusedAddresses: outcome.refusedAddresses)
    }
}
