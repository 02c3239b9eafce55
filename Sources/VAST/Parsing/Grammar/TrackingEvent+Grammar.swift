extension TrackingEvent {
    /// The elements in `TrackingEvents`. An event without a name or an address is ignored.
    static func children<Parent>(
        _ store: @escaping @Sendable (inout Parent, TrackingEvent) -> Void
    ) -> Children<Parent> {
        [
            "Tracking": .leaf { parent, leaf in
                guard let name = leaf.attributes["event"], let url = leaf.url else { return }
                store(&parent, TrackingEvent(Name(document: name), offset: leaf.attributes.offset("offset"), url: url))
            }
        ]
    }
}

extension TrackingEvent.Name {
    /// The name from a document. Names of the standard are recognised in any case.
    init(document text: String) {
        self = Self.standard[text.lowercased()] ?? Self(rawValue: text)
    }

    /// The names of the standard, by their lower-case form.
    private static let standard: [String: Self] = {
        let names: [Self] = [
            .loaded, .creativeView, .start, .firstQuartile, .midpoint, .thirdQuartile, .complete, .progress,
            .timeSpentViewing, .mute, .unmute, .pause, .resume, .rewind, .skip, .fullscreen, .exitFullscreen,
            .playerExpand, .playerCollapse, .expand, .collapse, .adExpand, .adCollapse, .acceptInvitation,
            .acceptInvitationLinear, .close, .closeLinear, .minimize, .overlayViewDuration, .otherAdInteraction,
            .interactiveStart, .notUsed, .verificationNotExecuted,
        ]
        return Dictionary(names.map { ($0.rawValue.lowercased(), $0) }) { first, _ in first }
    }()
}
