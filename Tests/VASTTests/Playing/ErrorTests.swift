import Testing

@testable import VAST

/// ADS-100 and 136, and the error codes of VAST 4.3, section 2.3.6.3: each is reported once to every level of the
/// chain.
@Suite struct ErrorTests {
    /// A wrapper around a video with two overlays and a required companion.
    static func chain() -> PlannedAd {
        var ad = AdFixture.video(companions: [AdFixture.companion("a")])
        ad.nonLinear = AdFixture.overlays().nonLinear
        ad.errors = [AdFixture.sourced("t:wrapper[ERRORCODE]"), AdFixture.sourced("t:error[ERRORCODE]", 1)]
        return ad
    }

    static let interactive: [Timeline] = [
        Timeline("409", [.interactiveFailed(.interactiveNotExecuted), .begin], "wrapper409 error409 i1 i2 start"),
        Timeline(
            "902", [.begin, .interactiveFailed(.interactive), .interactiveFailed(.interactive), .at(3)],
            "i1 i2 start wrapper902 error902 firstQuartile p3"),
        Timeline("any other is 902", [.begin, .interactiveFailed(.linear)], "i1 i2 start wrapper902 error902"),
    ]

    static let verifications: [Timeline] = [
        Timeline("410, rejected", [.verificationFailed(0, .rejected)], "a-unverified1 wrapper410 error410"),
        Timeline("410, not supported", [.verificationFailed(1, .unsupported)], "b-unverified2 wrapper410 error410"),
        Timeline(
            "410, not loaded", [.begin, .verificationFailed(0, .loadFailure), .at(3)],
            "i1 i2 start a-unverified3 wrapper410 error410 firstQuartile p3"),
        Timeline(
            "410, each vendor", [.verificationFailed(0, .unsupported), .verificationFailed(1, .rejected)],
            "a-unverified2 wrapper410 error410 b-unverified1"),
        Timeline(
            "410, reported twice", [.verificationFailed(0, .unsupported), .verificationFailed(0, .rejected)],
            "a-unverified2 wrapper410 error410"),
        Timeline(
            "410 of an unknown verification",
            [.verificationFailed(7, .unsupported), .verificationFailed(-1, .rejected)], ""),
    ]

    static let companions: [Timeline] = [
        Timeline("600", [.companionFailed(0, .companion), .begin], "wrapper600 error600 i1 i2 start"),
        Timeline("601", [.companionFailed(0, .companionTooLarge)], "wrapper601 error601"),
        Timeline("603", [.companionFailed(0, .companionNotFetched)], "wrapper603 error603"),
        Timeline("604", [.begin, .companionFailed(0, .companionUnsupported)], "i1 i2 start wrapper604 error604"),
        Timeline("any other is 600", [.companionFailed(0, .mediaPlayback)], "wrapper600 error600"),
        Timeline("an unknown index", [.companionFailed(7, .companion), .companionFailed(-1, .companion)], ""),
    ]

    static let overlays: [Timeline] = [
        Timeline(
            "500, and the video goes on", [.overlayFailed(0, .nonLinear), .begin], "wrapper500 error500 i1 i2 start"),
        Timeline("501", [.overlayFailed(0, .nonLinearTooLarge)], "wrapper501 error501"),
        Timeline("502", [.overlayFailed(1, .nonLinearNotFetched)], "wrapper502 error502"),
        Timeline("503", [.overlayFailed(0, .nonLinearUnsupported)], "wrapper503 error503"),
        Timeline("any other is 500", [.overlayFailed(0, .linear)], "wrapper500 error500"),
        Timeline("an unknown index", [.overlayFailed(7, .nonLinear), .overlayFailed(-1, .nonLinear)], ""),
    ]

    @Test(arguments: interactive + verifications + companions + overlays)
    func `a failure beside the video is reported, and the video continues`(row: Timeline) {
        #expect(row.answer(of: Self.chain()) == row.expected)
    }

    @Test func `602 ends an ad before its start`() {
        var ad = Self.chain()
        ad.companions[0].value.required = .all
        let row = Timeline(
            "", [.companionFailed(0, .companionNotFetched), .begin], "wrapper602 error602 +close =failed:602")
        #expect(row.answer(of: ad) == row.expected)
    }

    /// Every code that ends an ad. Codes of parsing and resolving can come late, from a player that resolves while it
    /// plays.
    @Test(arguments: ErrorCode.allCases)
    func `each code is reported once to every level, and the viewer may leave`(code: ErrorCode) {
        let number = code.rawValue
        let row = Timeline(
            "", [.begin, .failed(code), .failed(code), .at(9), .ended, .closed, .closed],
            "i1 i2 start wrapper\(number) error\(number) +close unknown =failed:\(number) closeLinear")
        #expect(row.answer(of: Self.chain()) == row.expected)
    }

    @Test(arguments: [ErrorCode.mediaNotFound, .mediaTimeout, .noUsableMedia, .displayTimeout, .vpaid, .undefined])
    func `before the first frame only errors are requested`(code: ErrorCode) {
        let row = Timeline(
            "", [.failed(code), .begin, .at(9), .ended, .closed],
            "wrapper\(code.rawValue) error\(code.rawValue) +close =failed:\(code.rawValue)")
        #expect(row.answer(of: Self.chain()) == row.expected)
    }

    static let contexts: [(Playback.Reason, Macro.Context)] = [
        (.impression, .tracking), (.viewable, .tracking), (.notViewable, .tracking), (.undetermined, .tracking),
        (.event(.start), .tracking), (.error(.linear), .error),
        (.verification(.verificationNotExecuted, .rejected), .verification), (.click, .clickTracking),
        (.customClick, .clickTracking), (.iconView, .tracking), (.iconClick, .clickTracking),
        (.companion(.creativeView), .tracking), (.companionClick, .clickTracking), (.overlayClick, .clickTracking),
    ]

    @Test(arguments: contexts)
    func `the reason of a request decides which macros are replaced`(reason: Playback.Reason, context: Macro.Context) {
        #expect(reason.context == context)
        let request = Playback.Request("t:[CLICKPOS]", from: AdFixture.origin, for: reason)
        #expect(request.address(with: MacroValues()) == (context == .clickTracking ? "t:-1" : "t:%5BCLICKPOS%5D"))
    }

    /// The example of ``Playback``.
    @Test func `each request has its own cache buster`() throws {
        var ad = AdFixture.video()
        ad.impressions = [
            AdFixture.sourced("t:?c=[CACHEBUSTING]&t=[ADTYPE]"), AdFixture.sourced("t:?c=[CACHEBUSTING]"),
        ]
        var generator = Seeded(seed: 1)
        var sent: [String] = []
        var playback = Playback(ad)
        var values = MacroValues()
        values.setAd(ad)
        for action in playback.handle(.started(duration: .seconds(30)), at: .zero) {
            guard case .request(let request) = action else { continue }
            values.setCacheBuster(using: &generator)
            sent.append(request.address(with: values))
        }
        try #require(sent.count == 3)
        #expect(sent[0].wholeMatch(of: /t:\?c=\d{8}&t=video/) != nil)
        #expect(sent[1].wholeMatch(of: /t:\?c=\d{8}/) != nil)
        #expect(sent[0].prefix(13) != sent[1].prefix(13))
    }

    @Test func `a request replaces its own macros, each only in its context`() throws {
        var playback = Playback(Self.chain())
        var values = MacroValues()
        values[.deviceUserAgent] = .text("a b")
        _ = playback.handle(.begin, at: .zero)
        _ = playback.handle(.at(2.5), at: .zero)
        let actions = playback.handle(.verificationFailed(0, .loadFailure), at: .zero)
        let requests = actions.compactMap { if case .request(let request) = $0 { request } else { nil } }
        #expect(requests.map { $0.address(with: values) } == ["t:a-unverified3", "t:wrapper410", "t:error410"])
        #expect(requests.map(\.origin.level) == [0, 0, 1])
        var request = try #require(requests.last)
        request.url = "t:?c=[ERRORCODE]&r=[REASON]&p=[ADPLAYHEAD]&x=[CLICKPOS]&u=[DEVICEUA]&i=[IFA]"
        let expected = "t:?c=410&r=%5BREASON%5D&p=00%3A00%3A02.500&x=%5BCLICKPOS%5D&u=a%20b&i=-1"
        #expect(request.address(with: values) == expected)
    }
}
