extension Ad: Screened {
    /// The address of a wrapper's document is checked when it is followed.
    mutating func screen(by screen: inout AddressScreen) {
        switch content {
        case .inLine(var inLine):
            inLine.screen(by: &screen)
            content = .inLine(inLine)
        case .wrapper(var wrapper):
            wrapper.parts.screen(by: &screen)
            content = .wrapper(wrapper)
        }
    }
}

extension PlannedAd: Screened {
    /// Finds nothing in an ad from a resolver, whose documents are already screened. It is needed for ads that an app
    /// builds itself.
    mutating func screen(by screen: inout AddressScreen) {
        impressions = screen.admitted(impressions, for: .tracking)
        errors = screen.admitted(errors, for: .error)
        viewableImpressions.screen(by: &screen)
        verifications.screen(by: &screen)
        companions.screen(by: &screen)
        linear?.screenChain(by: &screen)
        nonLinear?.screenChain(by: &screen)
        // The complete ad is the last document of a chain. A plan without a chain has level 0.
        screen.origin = origins.last ?? Origin(level: 0)
        linear?.linear.screen(by: &screen)
        nonLinear?.items.screen(by: &screen)
    }
}

extension PlannedLinear {
    fileprivate mutating func screenChain(by screen: inout AddressScreen) {
        trackingEvents = screen.admitted(trackingEvents, at: \.url)
        clickTracking = screen.admitted(clickTracking, at: \.url)
        customClicks = screen.admitted(customClicks, at: \.url)
        clickThrough = screen.admitted(clickThrough.map { [$0] } ?? [], at: \.url, for: .clickThrough).first
        icons.screen(by: &screen)
    }
}

extension PlannedNonLinear {
    fileprivate mutating func screenChain(by screen: inout AddressScreen) {
        trackingEvents = screen.admitted(trackingEvents, at: \.url)
        clickTracking = screen.admitted(clickTracking, at: \.url)
    }
}

extension AddressScreen {
    fileprivate mutating func admitted(
        _ urls: [Sourced<URLTemplate>], for use: RefusedAddress.Use
    ) -> [Sourced<URLTemplate>] {
        admitted(urls, at: \.self, for: use)
    }

    fileprivate mutating func admitted<Value>(
        _ values: [Sourced<Value>], at path: WritableKeyPath<Value, URLTemplate>,
        for use: RefusedAddress.Use = .tracking
    ) -> [Sourced<Value>] {
        values.compactMap { sourced in
            origin = sourced.origin
            return admitted([sourced.value], at: path, for: use).first.map { Sourced($0, from: sourced.origin) }
        }
    }
}
