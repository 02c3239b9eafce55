/// Which companions stand beside an ad, which one follows it, and whether the ad may play without those that failed.
struct CompanionStage: Sendable, Hashable {
    /// What the companions of one level, or of one creative, demand together.
    private struct Demand: Sendable, Hashable {
        let requirement: CompanionAds.Requirement
        let items: Range<Int>
    }

    private let items: [Sourced<Companion>]
    private let demands: [Demand]
    private let beside: Playback.CompanionsBeside
    private let preference: [Resource.Kind]
    private var failed: Set<Int> = []

    /// Numbers the companions with the complete ad's first, then outwards.
    /// - Parameters:
    ///   - beside: which of them are shown beside the video.
    ///   - preference: the kinds of resources that can be shown, the best first.
    init(_ groups: [Sourced<CompanionAds>], beside: Playback.CompanionsBeside, preference: [Resource.Kind]) {
        var items: [Sourced<Companion>] = []
        demands = groups.reversed().map { group in
            let start = items.count
            items += group.value.items.map { Sourced($0, from: group.origin) }
            return Demand(requirement: group.value.required ?? .none, items: start..<items.count)
        }
        self.items = items
        self.beside = beside
        self.preference = preference
    }

    subscript(index: Int) -> Sourced<Companion>? {
        items.indices.contains(index) ? items[index] : nil
    }

    /// The resource to be shown.
    func resource(_ index: Int) -> Resource? {
        self[index].flatMap { $0.value.resources.preferred(preference) }
    }

    /// To be shown while the ad plays.
    var concurrent: [Int] { playable.filter { place($0) == .beside } }

    /// To be shown after it: one that asks for that, else one that leaves it to the player; of several, the preferred
    /// kind first, and among equals the nearest to the complete ad.
    var endCard: Int? {
        let cards = playable.filter(followsAd)
        return best(cards.filter { items[$0].value.renderingMode == .endCard }) ?? best(cards)
    }

    /// Counters of companions that show nothing themselves: wrappers add them to whatever is shown.
    var bareCounters: [Int] {
        items.indices.filter { items[$0].value.resources.isEmpty }
    }

    /// Whether a demand of any level cannot be met. A level that brings nothing to be shown demands nothing. One that
    /// demands all cannot have several that follow the ad, since one end card is shown.
    var isDemandUnmet: Bool {
        demands.contains { demand in
            let shown = demand.items.filter { !items[$0].value.resources.isEmpty }
            guard !shown.isEmpty else { return false }
            switch demand.requirement {
            case .none: return false
            case .all: return shown.contains(where: isUnusable) || shown.filter(followsAd).count > 1
            case .any: return shown.allSatisfy(isUnusable)
            }
        }
    }

    /// Takes note of a companion that cannot be shown.
    mutating func fail(_ index: Int) { failed.insert(index) }

    /// The companion, unless it failed: what cannot be shown is neither seen nor tapped.
    func seen(_ index: Int) -> Sourced<Companion>? { failed.contains(index) ? nil : self[index] }

    private enum Place {
        case beside, after, nowhere
    }

    private func place(_ index: Int) -> Place {
        switch (items[index].value.renderingMode ?? .default, beside) {
        case (.concurrent, .never): .nowhere
        case (.concurrent, _), (.default, .whereAllowed): .beside
        case (.endCard, _), (.default, _): .after
        }
    }

    private func best(_ candidates: [Int]) -> Int? {
        candidates.min { rank($0) < rank($1) }
    }

    private func rank(_ index: Int) -> Int {
        resource(index).flatMap { preference.firstIndex(of: $0.kind) } ?? preference.count
    }

    private func followsAd(_ index: Int) -> Bool { place(index) == .after }

    private func isUnusable(_ index: Int) -> Bool {
        failed.contains(index) || resource(index) == nil || place(index) == .nowhere
    }

    private var playable: [Int] { items.indices.filter { !isUnusable($0) } }
}
