// Values that are shown over, beside and after a video.

extension Icon: Screened {
    mutating func screen(by screen: inout AddressScreen) {
        resources = screen.admitted(resources)
        clickThrough = screen.admitted(clickThrough, for: .clickThrough)
        clickTracking = screen.admitted(clickTracking)
        viewTracking = screen.admitted(viewTracking, for: .tracking)
        for index in fallbackImages.indices {
            fallbackImages[index].url = screen.admitted(fallbackImages[index].url, for: .resource)
        }
    }
}

extension NonLinearAds: Screened {
    mutating func screen(by screen: inout AddressScreen) {
        trackingEvents = screen.admitted(trackingEvents)
        items.screen(by: &screen)
    }
}

extension NonLinear: Screened {
    mutating func screen(by screen: inout AddressScreen) {
        resources = screen.admitted(resources)
        clickThrough = screen.admitted(clickThrough, for: .clickThrough)
        clickTracking = screen.admitted(clickTracking)
    }
}

extension CompanionAds: Screened {
    mutating func screen(by screen: inout AddressScreen) { items.screen(by: &screen) }
}

extension Companion: Screened {
    /// If no resource of a companion is allowed, the companion gets an empty page instead. Without any resource it
    /// would count as a mere click counter, and its demand to be shown would be lost.
    mutating func screen(by screen: inout AddressScreen) {
        let admitted = screen.admitted(resources)
        resources = admitted.isEmpty && !resources.isEmpty ? [.nothing] : admitted
        clickThrough = screen.admitted(clickThrough, for: .clickThrough)
        clickTracking = screen.admitted(clickTracking)
        trackingEvents = screen.admitted(trackingEvents)
    }
}

extension Resource {
    /// Empty markup. No document contains it, and no player shows it.
    static let nothing = Resource.html("")
}
