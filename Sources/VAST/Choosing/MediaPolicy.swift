/// A rule that helps to choose one media file of a linear ad. Rules have no side effects. They are combined in the
/// order in which they apply.
///
/// ```swift
/// let policy = PlayableMedia().then(FittingMedia(width: 1280, height: 720)).then(ThroughputMedia(throughput))
/// let decision = policy.decide(for: linear)
/// ```
public protocol MediaPolicy: Sendable {
    /// Refuses files of the pool, or orders the remaining files with the best first.
    ///
    /// A later policy can only refuse and reorder the files that an earlier one left. Sorting is stable, so the earlier
    /// order decides between files that the later policy considers equal.
    func apply(to pool: inout MediaPool)
}

extension MediaPolicy {
    /// Combines both policies; this one applies first.
    public func then(_ next: some MediaPolicy) -> some MediaPolicy {
        MediaPolicies([self, next])
    }

    /// Chooses a file of a linear ad.
    ///
    /// Three kinds of files are refused before any policy applies: programs (files with an `apiFramework`, such as
    /// VPAID), files whose address is not allowed, and mezzanines, which are sources for transcoding.
    /// - Parameters:
    ///   - linear: the linear part of a plan or a document.
    ///   - addresses: the allowed addresses. Pass ``PlannedAd/addresses`` if the app allows more than the web.
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
