extension PlannedNonLinear {
    /// Takes the overlays of the complete ad, and from each wrapper the trackers that it has for overlays.
    ///
    /// An overlay keeps its own click trackers, since only the one that is shown counts; ``clickTracking`` has those of
    /// the wrappers, which hold for whichever is shown.
    /// - Returns: `nil` when the complete ad has no overlay.
    init?(_ own: Level, under levels: [Level]) {
        let parts = own.sourced { $0.creatives.compactMap(\.nonLinear) }
        guard parts.contains(where: { !$0.value.items.isEmpty }) else { return nil }
        let outer = levels.flatMap { level in level.sourced { $0.creatives.compactMap(\.nonLinear) } }
        self.init(
            items: parts.flatMap(\.value.items),
            trackingEvents: (outer + parts).flatMap { $0.each(\.trackingEvents) },
            clickTracking: outer.flatMap { $0.each { $0.items.flatMap(\.clickTracking) } })
    }
}
