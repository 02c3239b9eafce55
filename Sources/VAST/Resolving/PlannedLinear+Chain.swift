extension PlannedLinear {
    /// Joins the complete ad's linear creative with the trackers that the wrappers have for it.
    ///
    /// The page that a click opens is the one nearest to the complete ad. Everything else is added up over the chain.
    /// - Returns: `nil` when the complete ad has no linear part, because the wrappers' trackers have nothing to count.
    init?(_ inLine: InLine, from origin: Origin, under levels: [ChainLevel]) {
        guard let creative = inLine.linearCreative, let linear = creative.linear else { return nil }
        let outer = levels.flatMap { level in level.sourced { $0.creatives.compactMap(\.linear) } }
        let all = outer + [Sourced(linear, from: origin)]
        self.init(
            linear: linear, creative: creative, trackingEvents: all.flatMap { $0.each(\.trackingEvents) },
            clickThrough: all.last { $0.value.clicks.through != nil }.flatMap { part in
                part.value.clicks.through.map { Sourced($0, from: part.origin) }
            },
            clickTracking: all.flatMap { $0.each(\.clicks.tracking) },
            customClicks: all.flatMap { $0.each(\.clicks.custom) },
            icons: all.flatMap { $0.each(\.icons) })
    }
}

extension Sourced {
    /// The parts of a value, each with the value's origin.
    func each<Part>(_ parts: (Value) -> [Part]) -> [Sourced<Part>] {
        parts(value).map { Sourced<Part>($0, from: origin) }
    }
}
