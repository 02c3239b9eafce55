extension Wrapper {
    /// The number of trackers and other parts that the wrapper adds to each ad below it.
    var partCount: Int {
        let viewable = parts.viewableImpression
        let counts = [
            parts.impressions.count, parts.errors.count, parts.verifications.count, parts.extensions.count,
            viewable?.viewable.count ?? 0, viewable?.notViewable.count ?? 0, viewable?.undetermined.count ?? 0,
            blockedCategories.count,
        ]
        return parts.creatives.reduce(counts.reduce(0, +)) { $0 + $1.partCount }
    }
}

extension Creative {
    fileprivate var partCount: Int {
        let overlays = nonLinear?.items.reduce(nonLinear?.trackingEvents.count ?? 0) { $0 + $1.clickTracking.count }
        return 1 + (linear?.partCount ?? 0) + (overlays ?? 0) + (companions?.partCount ?? 0)
    }
}

extension Linear {
    fileprivate var partCount: Int {
        trackingEvents.count + clicks.tracking.count + clicks.custom.count + icons.count
    }
}

extension CompanionAds {
    fileprivate var partCount: Int {
        items.reduce(items.count) { $0 + $1.clickTracking.count + $1.trackingEvents.count }
    }
}
