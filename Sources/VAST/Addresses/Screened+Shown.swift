// What is shown over, beside and after a video.

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
    /// A companion that brought something and may show none of it stays one that is to be shown, with a page of nothing:
    /// without any resource it would only count clicks for others, and no demand would miss it.
    mutating func screen(by screen: inout AddressScreen) {
        let admitted = screen.admitted(resources)
        resources = admitted.isEmpty && !resources.isEmpty ? [.nothing] : admitted
        clickThrough = screen.admitted(clickThrough, for: .clickThrough)
        clickTracking = screen.admitted(clickTracking)
        trackingEvents = screen.admitted(trackingEvents)
    }
}

extension Resource {
    /// Markup without a letter, which no document has and no player shows.
    static let nothing = Resource.html("")
}
