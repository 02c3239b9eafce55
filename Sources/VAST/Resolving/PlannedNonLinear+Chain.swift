extension PlannedNonLinear {
    /// Joins the complete ad's overlays with the trackers that the wrappers have for overlays.
    ///
    /// An overlay keeps its own click trackers, because only the overlay on screen counts. ``clickTracking`` has the
    /// wrappers' trackers, which apply to every overlay.
    /// - Returns: `nil` when the complete ad has no overlay.
    init?(_ own: ChainLevel, under levels: [ChainLevel]) {
        let parts = own.sourced { $0.creatives.compactMap(\.nonLinear) }
        guard parts.contains(where: { !$0.value.items.isEmpty }) else { return nil }
        let outer = levels.flatMap { level in level.sourced { $0.creatives.compactMap(\.nonLinear) } }
        self.init(
            items: parts.flatMap(\.value.items),
            trackingEvents: (outer + parts).flatMap { $0.each(\.trackingEvents) },
            clickTracking: outer.flatMap { $0.each { $0.items.flatMap(\.clickTracking) } })
    }
}
