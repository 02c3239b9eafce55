/// A value that contains addresses from a server.
protocol Screened {
    /// Removes the addresses that are not allowed.
    mutating func screen(by screen: inout AddressScreen)
}

extension Array: Screened where Element: Screened {
    mutating func screen(by screen: inout AddressScreen) {
        for index in indices { self[index].screen(by: &screen) }
    }
}

extension Optional: Screened where Wrapped: Screened {
    mutating func screen(by screen: inout AddressScreen) { self?.screen(by: &screen) }
}

extension Sourced: Screened where Value: Screened {
    mutating func screen(by screen: inout AddressScreen) {
        screen.origin = origin
        value.screen(by: &screen)
    }
}

extension AdParts: Screened {
    mutating func screen(by screen: inout AddressScreen) {
        impressions = screen.admitted(impressions, at: \.url, for: .tracking)
        errors = screen.admitted(errors, for: .error)
        viewableImpression.screen(by: &screen)
        verifications.screen(by: &screen)
        creatives.screen(by: &screen)
    }
}

extension InLine: Screened {
    mutating func screen(by screen: inout AddressScreen) {
        parts.screen(by: &screen)
        survey = screen.admitted(survey, for: .survey)
    }
}

extension ViewableImpression: Screened {
    mutating func screen(by screen: inout AddressScreen) {
        viewable = screen.admitted(viewable, for: .tracking)
        notViewable = screen.admitted(notViewable, for: .tracking)
        undetermined = screen.admitted(undetermined, for: .tracking)
    }
}

extension Verification: Screened {
    mutating func screen(by screen: inout AddressScreen) {
        scripts = screen.admitted(scripts, at: \.url, for: .script)
        trackingEvents = screen.admitted(trackingEvents)
    }
}

extension Creative: Screened {
    mutating func screen(by screen: inout AddressScreen) {
        linear.screen(by: &screen)
        nonLinear.screen(by: &screen)
        companions.screen(by: &screen)
    }
}

extension Linear: Screened {
    mutating func screen(by screen: inout AddressScreen) {
        trackingEvents = screen.admitted(trackingEvents)
        mediaFiles = screen.admitted(mediaFiles, at: \.url, for: .media)
        mezzanines = screen.admitted(mezzanines, at: \.url, for: .media)
        interactiveFiles = screen.admitted(interactiveFiles, at: \.url, for: .media)
        closedCaptions = screen.admitted(closedCaptions, at: \.url, for: .media)
        clicks.screen(by: &screen)
        icons.screen(by: &screen)
    }
}

extension VideoClicks: Screened {
    mutating func screen(by screen: inout AddressScreen) {
        through = screen.admitted(through, for: .clickThrough)
        tracking = screen.admitted(tracking)
        custom = screen.admitted(custom)
    }
}
