/// The result of a resolution: the ads to play, and the failures on the way.
///
/// A plan without ads is an expected result, not an error. ``cause`` then gives the reason, and only ``pings`` may be
/// requested.
public struct Resolution: Sendable, Hashable {
    /// The ads to play.
    public var plan: AdPlan
    /// The failures in the order of documents, whichever document arrived first.
    public var failures: [ResolutionFailure]
    /// The addresses of documents that ``ResolutionOptions/addresses`` refuses, in the order in which documents were
    /// read, including ads that are not played. The plan and the pings contain none of them.
    public var refusedAddresses: [RefusedAddress]

    /// Lists that are not given are empty.
    public init(
        plan: AdPlan = AdPlan(), failures: [ResolutionFailure] = [], refusedAddresses: [RefusedAddress] = []
    ) {
        self.plan = plan
        self.failures = failures
        self.refusedAddresses = refusedAddresses
    }

    /// All requests that the failures cause, each to be made once.
    public var pings: [ErrorPing] { failures.flatMap(\.pings) }

    /// The first failure when there is nothing to play; `nil` when there is an ad.
    public var cause: ResolutionFailure? { plan.ads.isEmpty ? failures.first : nil }
}

extension Resolution {
    /// Limits the number of pings; those of the first failures are kept.
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
