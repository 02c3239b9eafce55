import Testing

@testable import VAST

/// ADS-102…107, 109 and 111: a reward is promised, granted once at the end, and confirmed by a message.
@Suite struct RewardTests {
    static let extensions: [(elements: [(String, String)], expected: String)] = [
        ([("RewardedVideoOn", "1"), ("VirtualCurrency", "Lives"), ("RewardPerView", "12.000000")], "+reward:12:Lives"),
        ([("RewardedVideoOn", "1"), ("VirtualCurrency", " Coins "), ("RewardPerView", "12.999")], "+reward:12:Coins"),
        ([("RewardedVideoOn", "1"), ("VirtualCurrency", "Lives"), ("RewardPerView", "1")], "+reward:1:Lives"),
        ([("RewardedVideoOn", "1"), ("VirtualCurrency", "Lives"), ("RewardPerView", "0.9")], "!noAmount"),
        ([("RewardedVideoOn", "1"), ("VirtualCurrency", "Lives"), ("RewardPerView", "-1")], "!noAmount"),
        ([("RewardedVideoOn", "1"), ("VirtualCurrency", "Lives"), ("RewardPerView", "nan")], "!noAmount"),
        ([("RewardedVideoOn", "1"), ("VirtualCurrency", "Lives"), ("RewardPerView", "inf")], "!noAmount"),
        ([("RewardedVideoOn", "1"), ("VirtualCurrency", "Lives"), ("RewardPerView", "1e300")], "!noAmount"),
        (
            [("RewardedVideoOn", "1"), ("VirtualCurrency", "Lives"), ("RewardPerView", "9223372036854775807")],
            "!noAmount"
        ),
        ([("RewardedVideoOn", "1"), ("VirtualCurrency", "Lives"), ("RewardPerView", "many")], "!noAmount"),
        ([("RewardedVideoOn", "1"), ("VirtualCurrency", "Lives")], "!noAmount"),
        ([("RewardedVideoOn", "1"), ("RewardPerView", "12")], "!noCurrency"),
        ([("RewardedVideoOn", "1"), ("VirtualCurrency", " "), ("RewardPerView", "12")], "!noCurrency"),
        ([("RewardedVideoOn", "0"), ("VirtualCurrency", "Lives"), ("RewardPerView", "12")], ""),
        ([("VirtualCurrency", "Lives"), ("RewardPerView", "12")], ""),
        ([], ""),
    ]

    @Test(arguments: extensions.indices)
    func `a reward is granted once at the end, or refused with a reason`(index: Int) {
        let row = Self.extensions[index]
        let ad = AdFixture.rewarded(row.elements)
        let ended = Timeline("", [.begin, .ended, .replayed, .begin, .ended, .closed], "").answer(of: ad)
        let middle = row.expected.isEmpty ? "" : row.expected + " "
        #expect(ended == "i1 i2 start \(AdFixture.wholeVideo) unknown \(middle)+close =completed closeLinear")
        let closedAtTheEnd = Timeline("", [.begin, .at(10), .closed, .ended, .closed], "").answer(of: ad)
        #expect(closedAtTheEnd == "i1 i2 start \(AdFixture.wholeVideo) \(middle)closeLinear unknown =completed")
    }

    @Test(arguments: [
        ("12.000000", 12), ("12.999", 12), ("0.9", 0), ("-1", 0), ("-0.5", 0), ("nan", 0), ("inf", 0), ("-inf", 0),
        ("1e15", 1_000_000_000_000_000), ("9223372036854775807", 0), ("1e300", 0), ("", 0), ("1,5", 0),
    ])
    func `an amount is rounded down, and an invalid one is 0`(text: String, expected: Int) {
        let ad = AdFixture.rewarded([("RewardPerView", text)])
        #expect(ad.extensions.first?.value.reward?.amount == expected)
    }

    private static let full = [
        ("RewardedVideoOn", "1"), ("VirtualCurrency", "Lives"), ("RewardPerView", "12.000000"),
        ("VirtualCurrencyImage", "https://i.example/l.png"), ("PreRollMessageOn", "1"), ("PostRollMessageOn", "1"),
    ]

    private static let all = AdFixture.wholeVideo

    static let messages: [Timeline] = [
        Timeline(
            "promised, watched, thanked for",
            [.loaded, .presented, .messageAccepted, .begin, .ended, .messageClosed, .closed],
            "loaded +message:before:image +play i1 i2 start \(all) unknown +reward:12:Lives +message:after:image "
                + "+close =completed closeLinear"),
        Timeline(
            "promised while it loads", [.presented, .messageAccepted, .loaded, .begin],
            "+message:before:image loaded +play i1 i2 start"),
        Timeline(
            "loaded while the viewer reads", [.presented, .loaded, .messageAccepted, .messageAccepted, .begin],
            "+message:before:image loaded +play i1 i2 start"),
        Timeline(
            "a picture that does not load", [.presented, .messageImageFailed, .messageImageFailed, .messageAccepted],
            "+message:before:image +message:before"),
        Timeline(
            "a picture that does not load after the end", [.begin, .ended, .messageImageFailed, .messageClosed],
            "i1 i2 start \(all) unknown +reward:12:Lives +message:after:image +message:after +close =completed"),
        Timeline(
            "the promise closed", [.loaded, .presented, .messageClosed, .begin, .ended, .closed],
            "loaded +message:before:image =closed"),
        Timeline(
            "the ad closed under the promise", [.loaded, .presented, .closed], "loaded +message:before:image =closed"),
        Timeline("nothing to accept", [.loaded, .messageAccepted, .messageClosed, .begin], "loaded i1 i2 start"),
        Timeline(
            "the thanks closed with the ad", [.begin, .ended, .closed, .messageClosed],
            "i1 i2 start \(all) unknown +reward:12:Lives +message:after:image closeLinear =completed"),
        Timeline(
            "closed in the middle", [.begin, .at(9), .closed, .ended],
            "i1 i2 start firstQuartile p3 midpoint thirdQuartile p90 closeLinear unknown =closed"),
        Timeline("jumped to the end, closed", [.begin, .seek(10), .closed], "i1 i2 start closeLinear unknown =closed"),
        Timeline(
            "jumped to the end", [.begin, .seek(10), .ended, .messageClosed], "i1 i2 start unknown +close =skipped"),
        Timeline(
            "jumped to the end, failed", [.begin, .seek(10), .at(10), .failed(.mediaPlayback)],
            "i1 i2 start error405 +close unknown =failed:405"),
        Timeline(
            "a part jumped over, and played", [.begin, .seek(9), .seek(0), .ended],
            "i1 i2 start rewind \(all) unknown +reward:12:Lives +message:after:image"),
        Timeline(
            "failed at 100 %", [.begin, .at(10), .failed(.mediaPlayback), .messageClosed, .closed],
            "i1 i2 start \(all) +reward:12:Lives error405 +close unknown =failed:405 closeLinear"),
        Timeline(
            "failed in the middle", [.begin, .at(1), .failed(.mediaPlayback), .closed],
            "i1 i2 start +icon0 error405 +close unknown -icon0 =failed:405 closeLinear"),
    ]

    @Test(arguments: messages) func `messages are shown before and after the ad`(row: Timeline) {
        #expect(row.answer(of: AdFixture.rewarded(Self.full)) == row.expected)
    }

    @Test func `reading a message does not count as waiting for media`() {
        var playback = Playback(AdFixture.rewarded(Self.full))
        let events: [(Int, Playback.Event)] = [(0, .presented), (99, .ticked), (100, .messageAccepted), (108, .ticked)]
        let answers = events.map { playback.handle($0.1, at: .seconds($0.0)).map(Timeline.word) }
        #expect(answers == [["+message:before:image"], [], [], ["error402", "+close", "=failed:402"]])
    }

    @Test func `the message after the ad comes before the end card`() {
        var ad = AdFixture.rewarded(Self.full)
        ad.companions = AdFixture.video(companions: [AdFixture.companion("a")]).companions
        let row = Timeline(
            "", [.begin, .ended, .messageClosed, .companionShown(0), .closed],
            "i1 i2 start \(Self.all) unknown +reward:12:Lives +message:after:image +card0 +close aview closeLinear "
                + "=completed")
        #expect(row.answer(of: ad) == row.expected)
    }

    /// While the end card is open, and after it was closed.
    static let replays: [Timeline] = [
        Timeline(
            "under the end card",
            [
                .begin, .ended, .messageClosed, .companionShown(0), .companionClicked(0), .replayed, .begin, .at(3),
                .clicked, .paused, .resumed, .muted, .seek(1), .at(10), .ended, .messageClosed, .companionShown(0),
                .companionClicked(0), .closed, .closed,
            ],
            "i1 i2 start \(all) unknown +reward:12:Lives +message:after:image +card0 +close aview aclick open:page "
                + "open:page closeLinear =completed"),
        Timeline(
            "after it was closed",
            [
                .begin, .ended, .messageClosed, .companionShown(0), .closed, .replayed, .begin, .at(6), .ended,
                .messageClosed, .companionShown(0), .companionClicked(0), .failed(.mediaPlayback), .closed,
            ],
            "i1 i2 start \(all) unknown +reward:12:Lives +message:after:image +card0 +close aview closeLinear =completed"
        ),
        Timeline(
            "under the thanks", [.begin, .ended, .replayed, .begin, .at(10), .ended, .messageClosed, .closed],
            "i1 i2 start \(all) unknown +reward:12:Lives +message:after:image +card0 +close closeLinear =completed"),
        Timeline(
            "of an ad that was jumped through",
            [.begin, .seek(10), .ended, .replayed, .begin, .at(10), .ended, .closed],
            "i1 i2 start unknown +card0 +close closeLinear =skipped"),
    ]

    @Test(arguments: replays) func `a replay counts and earns nothing`(row: Timeline) {
        var ad = AdFixture.rewarded(Self.full)
        ad.companions = AdFixture.video(companions: [AdFixture.companion("a")]).companions
        #expect(row.answer(of: ad) == row.expected)
    }

    @Test func `an ad that was skipped earns nothing`() {
        var ad = AdFixture.rewarded(Self.full)
        ad.linear?.linear.skipOffset = .time(.seconds(5))
        let row = Timeline(
            "", [.begin, .at(5), .skipped, .ended, .messageClosed],
            "i1 i2 start firstQuartile p3 midpoint +skip skip unknown =skipped")
        #expect(row.answer(of: ad) == row.expected)
        #expect(row.answer(of: ad, rules: Playback.Rules(showsEndCardAfterSkip: true)) == row.expected)
    }

    @Test(arguments: ["PreRollMessageOn", "PostRollMessageOn"])
    func `a message that is switched off is left out`(name: String) {
        let ad = AdFixture.rewarded(Self.full.map { $0.0 == name ? (name, "0") : $0 })
        let answer = Timeline("", [.loaded, .presented, .messageAccepted, .begin, .ended, .messageClosed], "")
            .answer(of: ad)
        let before = name == "PreRollMessageOn" ? "" : "+message:before:image "
        let after = name == "PostRollMessageOn" ? "" : "+message:after:image "
        #expect(
            answer == "loaded \(before)+play i1 i2 start \(Self.all) unknown +reward:12:Lives \(after)+close =completed"
        )
    }

    @Test(arguments: ["RewardedVideoOn", "VirtualCurrency", "RewardPerView"])
    func `a reward that cannot be granted is not promised`(name: String) {
        let ad = AdFixture.rewarded(Self.full.filter { $0.0 != name })
        let answer = Timeline("", [.loaded, .presented, .begin, .ended], "").answer(of: ad)
        #expect(answer.hasPrefix("loaded +play i1 i2 start") && !answer.contains("+message"))
    }

    @Test func `a message names the reward`() {
        let before = RewardMessage(.before, currency: "Lives", amount: 12)
        let after = RewardMessage(.after, currency: "Lives", amount: 12)
        #expect(before.text == "Watch to earn 12 Lives" && before.button == "WATCH NOW")
        #expect(after.text == "You earned 12 Lives" && after.button == nil)
    }

    @Test func `the complete ad's reward counts before the wrappers'`() {
        func reward(_ on: String, _ level: Int) -> Sourced<Extension> {
            let elements = [("RewardedVideoOn", on), ("VirtualCurrency", "L\(level)"), ("RewardPerView", "1")]
            let content = elements.map {
                Extension.Element.Node.element(Extension.Element(name: $0.0, content: [.text($0.1)]))
            }
            let found = Extension(
                type: "RewardedVideo", element: Extension.Element(name: "Extension", content: content))
            return AdFixture.sourced(found, level)
        }
        var ad = AdFixture.video()
        for (outer, inner, expected) in [("1", "1", "+reward:1:L1"), ("1", "0", ""), ("0", "1", "+reward:1:L1")] {
            ad.extensions = [reward(outer, 0), reward(inner, 1)]
            let answer = Timeline("", [.begin, .ended], "").answer(of: ad)
            #expect(answer.split(separator: " ").filter { $0.hasPrefix("+reward") }.joined() == expected)
        }
    }
}
