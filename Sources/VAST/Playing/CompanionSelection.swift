/// Selects the companions beside and after an ad, and decides whether the ad may play without those that failed.
struct CompanionSelection: Sendable, Hashable {
    /// The demand of one level or one creative for its companions.
    private struct Demand: Sendable, Hashable {
        let requirement: CompanionAds.Requirement
        let items: Range<Int>
    }

    private let items: [Sourced<Companion>]
    private let demands: [Demand]
    private let beside: Playback.CompanionsBeside
    private let preference: [Resource.Kind]
    private var failed: Set<Int> = []

    /// Numbers the companions from the complete ad's outwards.
    /// - Parameters:
    ///   - beside: which companions are shown beside the video.
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

    /// The resource of the companion that is shown.
    func resource(_ index: Int) -> Resource? {
        self[index].flatMap { $0.value.resources.preferred(preference) }
    }

    /// The companions to show while the ad plays.
    var concurrent: [Int] { playable.filter { place($0) == .beside } }

    /// The companion to show after the ad. A companion that asks to be an end card comes before one that leaves the
    /// place to the player. Then the preferred kind decides, then the distance from the complete ad.
    var endCard: Int? {
        let cards = playable.filter(followsAd)
        return best(cards.filter { items[$0].value.renderingMode == .endCard }) ?? best(cards)
    }

    /// Companions without anything to show. Wrappers use them to count for the companion that is shown.
    var counters: [Int] {
        items.indices.filter { items[$0].value.resources.isEmpty }
    }

    /// Whether the demand of any level cannot be met. A level without anything to show has no demand. A level that
    /// demands all companions cannot have several after the ad, because only one end card is shown.
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

    /// Records that a companion cannot be shown.
    mutating func fail(_ index: Int) { failed.insert(index) }

    /// The companion, unless it failed: a companion that cannot be shown is neither seen nor tapped.
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
