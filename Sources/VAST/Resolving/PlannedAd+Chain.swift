extension PlannedAd {
    /// Joins a complete ad with everything that the wrappers above it add.
    init(
        _ inLine: InLine, of ad: Ad, at origin: Origin, under chain: Chain, expiry: Duration?, addresses: AddressPolicy
    ) {
        let levels = chain.links.map { ChainLevel(parts: $0.wrapper.parts, origin: $0.origin) }
        let own = ChainLevel(parts: inLine.parts, origin: origin)
        let all = levels + [own]
        self.init(
            inLine: inLine, id: ad.id, sequence: ad.place ?? chain.place, medium: ad.medium ?? chain.medium,
            origins: all.map(\.origin),
            impressions: all.flatMap { level in level.sourced { $0.impressions.map(\.url) } },
            errors: all.flatMap { level in level.sourced(\.errors) },
            viewableImpressions: all.flatMap { level in level.sourced { $0.viewableImpression.map { [$0] } ?? [] } },
            verifications: all.flatMap { level in level.sourced(\.verifications) },
            linear: PlannedLinear(inLine, from: origin, under: levels), nonLinear: PlannedNonLinear(own, under: levels),
            companions: all.flatMap { level in level.sourced { $0.creatives.compactMap(\.companions) } },
            extensions: all.flatMap { level in level.sourced(\.extensions) }, expiry: expiry, addresses: addresses)
    }
}

/// The parts of one document of a chain.
struct ChainLevel {
    let parts: AdParts
    let origin: Origin

    func sourced<Value>(_ values: (AdParts) -> [Value]) -> [Sourced<Value>] {
        values(parts).map { Sourced($0, from: origin) }
    }
}
