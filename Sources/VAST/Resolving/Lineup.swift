/// Which ads of a document may be played, and in which role (VAST 4.3, sections 2.3.2 and 3.3).
struct Lineup: Sendable {
    /// One ad for each place to be filled, in the order of playing.
    let places: [Ad]
    /// Stand-alone ads, in the document's order, each of which may fill a place whose ad fails.
    let reserve: [Ad]

    /// Sorts a document's ads.
    ///
    /// Ads with a sequence from 1 on are a pod, and play in its order; those of the same number in the document's. The
    /// others stand alone: without a pod any one of them is played, the first that can be. Where the wrapper above
    /// allows a single ad, that is the first stand-alone one, and a pod counts as no ad. Wrappers are left out, as if
    /// not there, where the wrapper above allows none.
    /// - Parameter limit: of the ads that are looked at.
    init(of answer: Answer, limit: Int) {
        let chain = answer.chain
        let ads = answer.document.ads.prefix(max(limit, 0)).filter { chain.allowsWrappers || !$0.isWrapper }
        let standAlone = ads.filter { $0.place == nil }
        guard chain.allowsSeveralAds else {
            places = Array(standAlone.prefix(1))
            reserve = []
            return
        }
        let pod = ads.enumerated().compactMap { index, ad in ad.place.map { (place: $0, index: index, ad: ad) } }
        guard !pod.isEmpty else {
            places = Array(standAlone.prefix(1))
            reserve = Array(standAlone.dropFirst())
            return
        }
        places = pod.sorted { ($0.place, $0.index) < ($1.place, $1.index) }.map(\.ad)
        reserve = standAlone
    }
}

extension Ad {
    /// Its place in a pod; numbers below 1 are none.
    var place: Int? { sequence.flatMap { $0 > 0 ? $0 : nil } }

    fileprivate var isWrapper: Bool { if case .wrapper = content { true } else { false } }

    /// Whether another ad of the same document may be played when this one fails.
    ///
    /// A wrapper that says no is obeyed, in a pod and outside of it. Where nothing is said the standard leaves it to
    /// the player: a pod's failed ad may be replaced, and of stand-alone ads any one may be played.
    var allowsFallback: Bool {
        if case .wrapper(let wrapper) = content { wrapper.fallsBackOnNoAd ?? true } else { true }
    }
}
