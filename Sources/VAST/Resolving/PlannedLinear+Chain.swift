extension PlannedLinear {
    /// Takes the complete ad's linear creative of the lowest sequence, and from each wrapper all trackers that it has for one.
    ///
    /// What a click opens is one address, that nearest to the complete ad. All else is the sum over the chain.
    /// - Returns: `nil` when the complete ad has no linear part: there is nothing for the wrappers' trackers to count.
    init?(_ inLine: InLine, from origin: Origin, under levels: [Level]) {
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
