import Testing

@testable import VAST

/// ADS-102…104, 108, 109 and 142…145: the parts of playback by themselves.
@Suite struct PartsTests {
    @Test(arguments: [
        (2.49, 10.0, 0), (2.5, 10, 1), (5, 10, 2), (7.49, 10, 2), (7.5, 10, 3), (9.99, 10, 3), (10, 10, 4),
        (11, 10, 4), (5, 0, 0), (-1, 10, 0),
    ])
    func `a quarter counts from its exact moment`(time: Double, duration: Double, count: Int) {
        var quartiles = Quartiles()
        let first = quartiles.reach(.seconds(time), of: .seconds(duration))
        let second = quartiles.reach(.seconds(time), of: .seconds(duration))
        #expect(first.count == count && second.isEmpty)
    }

    static let skips: [(Offset?, Double, Bool)] = [
        (nil, 10, false), (.time(.seconds(5)), 4.99, false), (.time(.seconds(5)), 5, true),
        (.percent(25), 2.4, false), (.percent(25), 2.5, true), (.time(.seconds(11)), 20, false),
        (.time(.seconds(-1)), 5, false), (.percent(.nan), 10, false), (.percent(.infinity), 10, false),
        (.percent(-1), 10, false), (.percent(0), 0, true),
    ]

    @Test(arguments: skips) func `skipping opens at the offset`(offset: Offset?, time: Double, opens: Bool) {
        var rule = SkipRule(offset: offset)
        let hasOpened = rule.reach(.seconds(time), of: .seconds(10))
        #expect(hasOpened == opens)
        #expect(rule.isOpen == opens)
    }

    @Test func `an interruption begins the two seconds anew`() {
        var meter = ViewabilityMeter()
        _ = meter.playingChanged(to: true, at: .zero)
        let answers = [
            meter.visibilityChanged(to: 1, at: .zero), meter.visibilityChanged(to: 0.4, at: .seconds(1.9)),
            meter.visibilityChanged(to: 0.5, at: .seconds(3)), meter.advance(to: .seconds(4.9)),
            meter.advance(to: .seconds(5)), meter.advance(to: .seconds(9)),
        ]
        #expect(answers == [false, false, false, false, true, false])
    }

    static let rewards = [("1", "Lives", "12.000000", true), ("0", "Lives", "12", false), ("1", "Lives", "-1", false)]

    @Test(arguments: rewards)
    func `a reward is granted once, at the end`(on: String, name: String, amount: String, isGranted: Bool) throws {
        var ad = try PlaybackTests.ad()
        let children = [("RewardedVideoOn", on), ("VirtualCurrency", name), ("RewardPerView", amount)]
        let content = children.map { Element.Node.element(Element(name: $0.0, content: [.text($0.1)])) }
        let found = Extension(type: "RewardedVideo", element: Element(name: "Extension", content: content))
        ad.extensions = [Sourced(found, from: PlaybackTests.origin)]
        let ended = PlaybackTests.run([PlaybackTests.begin, .ended, .replayed, .ended], on: ad)
        #expect(ended.split(separator: " ").filter { $0 == "+reward" }.count == (isGranted ? 1 : 0))
        let skipped = PlaybackTests.run([PlaybackTests.begin, PlaybackTests.at(6), .skipped, .ended], on: ad)
        #expect(!skipped.contains("+reward"))
    }
}
