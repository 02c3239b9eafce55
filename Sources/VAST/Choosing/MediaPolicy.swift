/// A rule of choosing one media file of a linear ad. Rules are pure, and are combined in the order in which they apply.
///
/// ```swift
/// let policy = PlayableMedia().then(FittingMedia(width: 1280, height: 720)).then(ThroughputMedia(throughput))
/// let decision = policy.decide(for: linear)
/// ```
public protocol MediaPolicy: Sendable {
    /// Refuses files of the pool, or orders those that are left, the best first.
    ///
    /// A later policy may only refuse and reorder what an earlier one left; an order is stable, so that an earlier
    /// one's order decides among what a later one holds for equal.
    func apply(to pool: inout MediaPool)
}

extension MediaPolicy {
    /// Both policies, this one first.
    public func then(_ next: some MediaPolicy) -> some MediaPolicy {
        MediaPolicies([self, next])
    }

    /// Chooses a file of a linear ad.
    ///
    /// Before any policy, programs (files with an `apiFramework`, such as VPAID) are refused, files whose address may not
    /// leave, and mezzanines, which are sources for transcoding: no policy can choose any of them.
    /// - Parameters:
    ///   - linear: of a plan, or of a document.
    ///   - addresses: which addresses may leave: ``PlannedAd/addresses``, where an app allows more than the web.
    public func decide(for linear: Linear, addresses: AddressPolicy = .web) -> MediaDecision {
        var pool = MediaPool(linear.mediaFiles, duration: linear.duration)
        pool.refuse { $0.apiFramework == nil ? nil : .program }
        pool.refuse { addresses.admits($0.url) ? nil : .address }
        apply(to: &pool)
        return MediaDecision(pool, mezzanines: linear.mezzanines)
    }
}

/// Policies that apply one after the other.
struct MediaPolicies: MediaPolicy {
    private let policies: [any MediaPolicy]

    init(_ policies: [any MediaPolicy]) {
        self.policies = policies
    }

    func apply(to pool: inout MediaPool) {
        for policy in policies { policy.apply(to: &pool) }
    }
}
