extension Container {
    mutating func setExpandProperties(_ width: Double?, _ height: Double?, _ usesCustomClose: Bool?, from page: Page) {
        if let width { properties.expand.width = width }
        if let height { properties.expand.height = height }
        if let usesCustomClose { setCustomClose(usesCustomClose, isForNow: configuration.placement == .interstitial) }
        pages[page]?.mustPush.insert("expandProperties")
    }

    mutating func useCustomClose(_ value: Bool, from page: Page) {
        setCustomClose(value, isForNow: true)
        pages[page]?.mustPush.insert("expandProperties")
    }

    /// MRAID 3.0 removed the choice: the host always draws its indicator, and the property stays false.
    private mutating func setCustomClose(_ value: Bool, isForNow: Bool) {
        guard configuration.version == .v2 else { return logProblem("3.0 has no custom close", .useCustomClose) }
        properties.expand.usesCustomClose = value
        guard isForNow else { return }
        presented.usesCustomClose = value
        for index in transitions.indices { transitions[index].usesCustomClose = value }
    }

    /// Faulty properties are refused, and the previous ones stay. In 2.0 a close region off the screen is not yet a
    /// fault, because the ad may have moved before it resizes. Each call replaces all properties: a property left out
    /// is not kept from an earlier call.
    mutating func setResizeProperties(_ asked: ResizeProperties, from page: Page) {
        pages[page]?.mustPush.insert("resizeProperties")
        let judge = ResizeJudge(layout: layout, version: configuration.version)
        if case .failure(let fault) = judge.judge(asked), configuration.version == .v3 || !fault.isOfPlace {
            properties.resizeFaultIsReported = true
            return report(fault.message, .setResizeProperties, to: page)
        }
        properties.resizeFaultIsReported = false
        properties.resize = asked
    }

    mutating func setOrientationProperties(_ allows: Bool?, _ forced: Orientation??, from page: Page) {
        pages[page]?.mustPush.insert("orientationProperties")
        var wanted = properties.orientation
        if let allows { wanted.allowsOrientationChange = allows }
        if let forced { wanted.forcedOrientation = forced }
        if let orientation = wanted.forcedOrientation, !canTake(orientation) {
            return report("The app cannot be held in \(orientation.rawValue)", .setOrientationProperties, to: page)
        }
        properties.orientation = wanted
    }

    /// Handles a message with invalid values. The page has stored the values it set, so the container sends the values
    /// that are in force.
    mutating func refuse(_ command: Command, from page: Page) {
        guard let key = command.property else { return }
        pages[page]?.mustPush.insert(key)
        if command == .setResizeProperties { properties.resizeFaultIsReported = true }
    }

    private func canTake(_ orientation: Orientation) -> Bool {
        let now = surroundings.appOrientation
        return configuration.orientations.contains(orientation) && (!now.isLocked || now.orientation == orientation)
    }
}
