import Testing

@testable import VAST

/// Each tracking event of VAST 2.0 to 4.3: how often it is requested when its cause happens twice.
@Suite struct TrackingEventTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: TrackingEvent.Name
        /// The events before and after the first frame.
        var before: [Playback.Event] = []
        var after: [Playback.Event] = []
        /// How often a video and an overlay request it.
        let video: Int
        let overlay: Int

        var testDescription: String { name.rawValue }
    }

    static let rows: [Row] = [
        Row(name: .loaded, before: [.loaded, .loaded], video: 1, overlay: 1),
        Row(name: .creativeView, after: [.begin], video: 1, overlay: 1),
        Row(name: .start, after: [.begin], video: 1, overlay: 1),
        Row(name: .firstQuartile, after: [.at(2.5), .at(3)], video: 1, overlay: 0),
        Row(name: .midpoint, after: [.at(5), .seek(1), .at(5)], video: 1, overlay: 0),
        Row(name: .thirdQuartile, after: [.at(7.5), .at(7.5)], video: 1, overlay: 0),
        Row(name: .complete, after: [.at(10), .ended, .ended], video: 1, overlay: 0),
        Row(name: .progress, after: [.at(2), .at(3), .ended], video: 1, overlay: 1),
        Row(name: .timeSpentViewing, after: [.at(2), .at(3), .ended], video: 1, overlay: 1),
        Row(name: .mute, after: [.muted, .muted, .unmuted, .muted], video: 2, overlay: 2),
        Row(name: .unmute, after: [.muted, .unmuted, .unmuted, .muted, .unmuted], video: 2, overlay: 2),
        Row(name: .pause, after: [.paused, .paused, .resumed, .paused], video: 2, overlay: 2),
        Row(name: .resume, after: [.resumed, .paused, .resumed, .resumed, .paused, .resumed], video: 2, overlay: 2),
        Row(name: .rewind, after: [.at(4), .seek(2), .seek(1), .seek(3)], video: 2, overlay: 2),
        Row(name: .skip, after: [.skipped, .at(5), .skipped, .skipped], video: 1, overlay: 0),
        Row(name: .fullscreen, after: [.fullscreenEntered, .fullscreenEntered], video: 1, overlay: 1),
        Row(name: .exitFullscreen, after: [.fullscreenExited, .fullscreenExited], video: 1, overlay: 1),
        Row(name: .playerExpand, after: [.fullscreenEntered, .fullscreenEntered], video: 1, overlay: 1),
        Row(
            name: .playerCollapse, after: [.fullscreenEntered, .fullscreenExited, .fullscreenExited], video: 1,
            overlay: 1),
        Row(name: .expand, after: [.expanded, .expanded, .collapsed, .expanded], video: 2, overlay: 2),
        Row(name: .collapse, after: [.expanded, .collapsed, .collapsed], video: 1, overlay: 1),
        Row(name: .adExpand, after: [.expanded, .expanded], video: 1, overlay: 1),
        Row(name: .adCollapse, after: [.expanded, .collapsed, .collapsed], video: 1, overlay: 1),
        Row(name: .acceptInvitation, after: [.invitationAccepted, .invitationAccepted], video: 1, overlay: 1),
        Row(name: .acceptInvitationLinear, after: [.invitationAccepted, .invitationAccepted], video: 1, overlay: 0),
        Row(name: .close, after: [.closed, .closed], video: 1, overlay: 1),
        Row(name: .closeLinear, after: [.closed, .closed], video: 1, overlay: 0),
        Row(name: .minimize, after: [.minimized, .minimized], video: 1, overlay: 1),
        Row(name: .overlayViewDuration, after: [.at(5), .minimized, .closed], video: 0, overlay: 1),
        Row(name: .otherAdInteraction, after: [.interacted, .interacted], video: 1, overlay: 1),
        Row(name: .interactiveStart, after: [.interactiveStarted, .interactiveStarted], video: 1, overlay: 1),
        Row(name: .notUsed, before: [.dropped, .dropped], video: 1, overlay: 1),
        // A verification has its own trackers.
        Row(name: .verificationNotExecuted, after: [.verificationFailed(0, .rejected)], video: 0, overlay: 0),
        Row(name: .init(rawValue: "invented"), after: [.at(9), .ended, .closed], video: 0, overlay: 0),
    ]

    @Test(arguments: rows) func `each event is requested as often as allowed`(row: Row) {
        let offset: Offset? = [.progress, .timeSpentViewing].contains(row.name) ? .time(.seconds(2)) : nil
        let tracker = AdFixture.event(row.name, offset, "t:x")
        let linear = Linear(skipOffset: .time(.seconds(5)), duration: .seconds(10))
        let video = PlannedAd(
            inLine: InLine(), linear: PlannedLinear(linear: linear, trackingEvents: [tracker]),
            addresses: AdFixture.addresses)
        let items = [NonLinear(minimumDuration: .seconds(5), resources: [.html("x")])]
        let overlay = PlannedAd(
            inLine: InLine(), nonLinear: PlannedNonLinear(items: items, trackingEvents: [tracker]),
            addresses: AdFixture.addresses)
        #expect(Self.count(row.before + [.begin] + row.after, of: video) == row.video)
        #expect(Self.count(row.before + [.overlayShown(0)] + row.after, of: overlay) == row.overlay)
    }

    private static func count(_ events: [Playback.Event], of ad: PlannedAd) -> Int {
        Timeline("", events, "").answer(of: ad).split(separator: " ").filter { $0 == "x" }.count
    }

    /// Names with the same meaning in different versions are requested together, in the order of their versions.
    @Test func `old and new names of one event are both requested`() {
        let names: [TrackingEvent.Name] = [
            .fullscreen, .playerExpand, .exitFullscreen, .playerCollapse, .expand, .adExpand, .collapse, .adCollapse,
            .close, .closeLinear, .creativeView, .start,
        ]
        let trackers = names.map { AdFixture.event($0, nil, URLTemplate(stringLiteral: "t:" + $0.rawValue)) }
        let ad = PlannedAd(
            inLine: InLine(), linear: PlannedLinear(linear: Linear(), trackingEvents: trackers),
            addresses: AdFixture.addresses)
        let row = Timeline(
            "", [.begin, .fullscreenEntered, .fullscreenExited, .expanded, .collapsed, .closed],
            "creativeView start fullscreen playerExpand exitFullscreen playerCollapse expand adExpand collapse "
                + "adCollapse closeLinear close =closed")
        #expect(row.answer(of: ad) == row.expected)
    }
}
