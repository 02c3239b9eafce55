/// The ads of a document that may play, and in which role (VAST 4.3, sections 2.3.2 and 3.3).
struct Lineup: Sendable {
    /// One ad for each place, in playing order.
    let places: [Ad]
    /// Stand-alone ads in the document's order. Each may fill a place whose ad fails.
    let reserve: [Ad]

    /// Sorts the ads of a document.
    ///
    /// Ads with a sequence of at least 1 are a pod and play in that order; ads with the same number keep the document's
    /// order. All others stand alone: without a pod, the first one that can be played is played. If the wrapper above
    /// allows only one ad, that is the first stand-alone ad, and a pod counts as no ad. If the wrapper above allows no
    /// wrappers, they are ignored.
    /// - Parameter limit: the largest number of ads that are read.
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
    /// The position in a pod. Numbers below 1 do not count.
    var place: Int? { sequence.flatMap { $0 > 0 ? $0 : nil } }

    fileprivate var isWrapper: Bool { if case .wrapper = content { true } else { false } }

    /// Whether another ad of the same document may play if this one fails.
    ///
    /// A wrapper that forbids it is obeyed, inside and outside of a pod. If nothing is stated, the standard leaves it
    /// to the player: the failed ad of a pod may be replaced, and any stand-alone ad may be played.
    var allowsFallback: Bool {
        if case .wrapper(let wrapper) = content { wrapper.fallsBackOnNoAd ?? true } else { true }
    }
}
