extension Outcome {
    /// The outcome without ads that expired while other documents were fetched. A substitute replaces each of them if
    /// there is one.
    func unexpired(at now: Duration) -> Outcome {
        var left = Outcome(
            substitutes: substitutes.filter { !$0.isExpired(at: now) }, failures: failures,
            refusedAddresses: refusedAddresses)
        for ad in ads {
            if ad.isExpired(at: now) {
                left.failures.append(ResolutionFailure(.expired, of: ad))
                if !left.substitutes.isEmpty { left.ads.append(left.substitutes.removeFirst()) }
            } else {
                left.ads.append(ad)
            }
        }
        return left
    }
}

extension ResolutionFailure {
    /// The report for a planned ad that is refused later.
    fileprivate init(_ refusal: Refusal, of ad: PlannedAd) {
        var asked: Set<ErrorPing> = []
        let pings = ad.errors.map { ErrorPing(url: $0.value, code: refusal.code, origin: $0.origin) }
        self.init(
            code: refusal.code, message: refusal.message, origin: ad.origins.last ?? Origin(level: 0),
            pings: pings.filter { asked.insert($0).inserted })
    }
}
