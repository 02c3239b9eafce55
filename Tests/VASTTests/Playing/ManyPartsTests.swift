import Testing

@testable import VAST

/// A playback of a document with many parts takes linear time.
@Suite struct ManyPartsTests {
    static func icons(_ count: Int) -> PlannedAd {
        var ad = AdFixture.video()
        ad.linear?.icons = (0..<count).map { AdFixture.sourced(Icon(program: "p\($0)")) }
        return ad
    }

    static func companions(_ count: Int) -> PlannedAd {
        var ad = AdFixture.video()
        let demand = CompanionAds(required: .all, items: [AdFixture.companion("a")])
        ad.companions = (0..<count).map { _ in AdFixture.sourced(demand) }
        return ad
    }

    /// Eight times the parts take about eight times as long in linear time, and sixty-four times in quadratic time.
    @Test(arguments: [icons, companions]) func `an ad with many parts starts in linear time`(
        ad: @Sendable (Int) -> PlannedAd
    ) {
        func begin(_ ad: PlannedAd) {
            var playback = Playback(ad)
            _ = playback.handle(.begin, at: .zero)
        }
        let (few, many) = (ad(250), ad(2_000))
        let time = ProcessorTime.least(of: { begin(few) }, and: { begin(many) })
        #expect(time.second < 25 * time.first)
    }
}
