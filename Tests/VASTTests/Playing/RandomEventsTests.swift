import Testing

@testable import VAST

/// Events in any order with any times cause no trap, no second count, and after the end only the allowed requests.
@Suite struct RandomEventsTests {
    static let times: [Duration] = [
        .zero, .seconds(-1), .nanoseconds(1), .seconds(1), .seconds(3), .seconds(5), .seconds(9), .seconds(10),
        .seconds(20), .seconds(Int64.max), .seconds(Int64.min), Duration(attoseconds: .max),
        Duration(attoseconds: .min),
    ]

    private static func pick<Item>(_ items: [Item], _ fallback: Item, _ chance: inout Seeded) -> Item {
        items.randomElement(using: &chance) ?? fallback
    }

    private static func event(_ chance: inout Seeded) -> Playback.Event {
        let time = pick(times, .zero, &chance)
        let index = Int.random(in: -1...3, using: &chance)
        let code = pick(ErrorCode.allCases, .undefined, &chance)
        let share = pick([Double.nan, -1, 0.5, 1, .infinity], 0, &chance)
        let common: [Playback.Event] = [
            .timeChanged(time), .started(duration: time), .visibilityChanged(share), .ticked,
        ]
        let rare: [Playback.Event] = [
            .loaded, .presented, .seeked(time), .paused, .resumed, .muted, .unmuted, .stalled, .backgrounded,
            .foregrounded,
            .returned, .ended, .failed(code), .skipped, .closed, .clicked, .interacted, .invitationAccepted,
            .fullscreenEntered, .fullscreenExited, .expanded, .collapsed, .minimized, .interactiveStarted,
            .interactiveFailed(code), .iconShown(index), .iconClicked(index), .iconFailed(index), .iconFallbackClosed,
            .companionShown(index), .companionClicked(index), .companionFailed(index, code), .overlayShown(index),
            .overlayClicked(index), .overlayFailed(index, code), .verificationFailed(index, .unsupported),
            .messageAccepted,
            .messageClosed, .messageImageFailed, .dropped, .replayed,
        ]
        return pick(Bool.random(using: &chance) ? common : rare, .ticked, &chance)
    }

    static func ad(_ seed: UInt64) -> PlannedAd {
        var ad = AdFixture.rewarded([
            ("RewardedVideoOn", "1"), ("VirtualCurrency", "Lives"), ("RewardPerView", "12"), ("PreRollMessageOn", "1"),
            ("PostRollMessageOn", seed % 2 == 0 ? "1" : "0"),
        ])
        ad.linear?.linear.skipOffset = .time(.seconds(5))
        ad.linear?.linear.duration = [Duration.seconds(10), .zero, .seconds(Int64.max)][Int(seed % 3)]
        ad.companions =
            AdFixture.video(
                companions: [
                    AdFixture.companion("a"), AdFixture.companion("b", .concurrent),
                    Companion(clickTracking: ["t:count"]),
                ], required: seed % 5 == 0 ? .any : nil
            ).companions
        ad.nonLinear = AdFixture.overlays().nonLinear
        if seed % 7 == 0 { ad.linear = nil }
        if seed % 11 == 0 { ad.medium = .audio }
        return ad
    }

    /// The events that may repeat.
    private static let repeatable: Set = [
        "mute", "unmute", "pause", "resume", "rewind", "fullscreen", "playerExpand", "exitFullscreen", "playerCollapse",
        "expand", "adExpand", "adCollapse", "+play", "+pause", "+fallback0", "+message:before", "+message:after",
    ]

    @Test(arguments: UInt64(0)..<600) func `nothing is counted twice in any order of events`(seed: UInt64) {
        var chance = Seeded(seed: seed)
        var playback = Playback(
            Self.ad(seed), rules: Playback.Rules(showsEndCardAfterSkip: seed % 4 == 0, opensPages: seed % 6 != 0))
        var seen: [String] = []
        for _ in 0..<80 {
            let now = Self.pick(Self.times, .zero, &chance)
            seen += playback.handle(Self.event(&chance), at: now).map(Timeline.word)
            #expect((playback.countdown ?? 0) >= 0 && (playback.skipCountdown ?? 0) >= 0)
        }
        let single = seen.filter { !Self.repeatable.contains($0) && !$0.hasPrefix("open:") }
        #expect(Set(single).count == single.count, "\(seen)")
        #expect(seen.filter { $0.hasPrefix("=") }.count <= 1)
        #expect(!(seen.contains("skip") && seen.contains("complete")))
        #expect(!(seen.contains("skip") && seen.contains { $0.hasPrefix("+reward") }))
        #expect(!seen.contains("=completed") || playback.stage.showsOverlay || seen.contains("complete"), "\(seen)")
        let lists = seen.filter { ["seen", "unseen", "unknown"].contains($0) }
        #expect(lists.count <= 1)
        if let end = seen.firstIndex(where: { $0.hasPrefix("=") }) {
            #expect(seen[(end + 1)...].allSatisfy { $0 == "closeLinear" || $0 == "close" })
        }
        if let first = seen.firstIndex(of: "i1") {
            let early: Set = ["loaded", "+play", "+message:before", "+overlay0", "+overlay1"]
            #expect(
                seen[..<first].allSatisfy {
                    early.contains($0) || $0.hasPrefix("error") || $0.contains("unverified")
                }, "\(seen)")
        }
    }
}
