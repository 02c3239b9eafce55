extension Composer {
    /// The element `TrackingEvents`. An event that the version does not have is renamed or left out.
    mutating func trackingEvents(_ events: [TrackingEvent]) throws(WriteError) -> [Markup] {
        var children: [Markup] = []
        var written: Set<TrackingEvent> = []
        for event in events {
            guard let known = knownEvent(event) else {
                leaveOut("TrackingEvents/\(event.name)", if: true)
                continue
            }
            let isRenamed = known.name != event.name
            if isRenamed, written.contains(known) { continue }
            if known.name == .progress, known.offset == nil {
                leaveOut("TrackingEvents/progress", if: true)
                continue
            }
            written.insert(known)
            let offset = try offset(known.offset, "offset")
            children.append(.url("Tracking", known.url, ["event": known.name.rawValue, "offset": offset]))
        }
        return Markup.group("TrackingEvents", children)
    }

    private func knownEvent(_ event: TrackingEvent) -> TrackingEvent? {
        let names = isNew ? Self.newNames : Self.oldNames
        if names.contains(event.name) { return event }
        if isNew, conformance == .text, event.name == .notUsed { return event }
        let renamed = (isNew ? Self.newForOld : Self.oldForNew)[event.name]
        return renamed.map { TrackingEvent($0, offset: event.offset, url: event.url) }
    }

    /// The events in the schemas of both versions.
    private static let commonNames: Set<TrackingEvent.Name> = [
        .creativeView, .start, .firstQuartile, .midpoint, .thirdQuartile, .complete, .progress, .mute, .unmute, .pause,
        .resume, .rewind, .skip, .acceptInvitation, .close, .closeLinear,
    ]

    private static let oldNames = commonNames.union([
        .fullscreen, .exitFullscreen, .expand, .collapse, .acceptInvitationLinear,
    ])

    private static let newNames = commonNames.union([
        .loaded, .playerExpand, .playerCollapse, .adExpand, .adCollapse, .minimize, .overlayViewDuration,
        .otherAdInteraction, .interactiveStart,
    ])

    private static let newForOld: [TrackingEvent.Name: TrackingEvent.Name] = [
        .fullscreen: .playerExpand, .exitFullscreen: .playerCollapse, .expand: .adExpand, .collapse: .adCollapse,
        .acceptInvitationLinear: .acceptInvitation, .timeSpentViewing: .progress,
    ]

    private static let oldForNew: [TrackingEvent.Name: TrackingEvent.Name] = [
        .playerExpand: .fullscreen, .playerCollapse: .exitFullscreen, .adExpand: .expand, .adCollapse: .collapse,
        .timeSpentViewing: .progress,
    ]
}
