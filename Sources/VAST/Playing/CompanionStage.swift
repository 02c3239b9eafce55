/// Which companions stand beside an ad, which one follows it, and whether the ad may play without those that failed.
struct CompanionStage: Sendable, Hashable {
    private struct Item: Sendable, Hashable {
        let companion: Sourced<Companion>
        let group: Int
    }

    private let items: [Item]
    private let requirements: [CompanionAds.Requirement]
    private var failed: Set<Int> = []

    /// Numbers the companions with the complete ad's first, then outwards.
    init(_ groups: [Sourced<CompanionAds>]) {
        let nearestFirst = Array(groups.reversed())
        requirements = nearestFirst.map { $0.value.required ?? .none }
        items = nearestFirst.enumerated().flatMap { group, ads in
            ads.value.items.map { Item(companion: Sourced($0, from: ads.origin), group: group) }
        }
    }

    subscript(index: Int) -> Sourced<Companion>? {
        items.indices.contains(index) ? items[index].companion : nil
    }

    /// To be shown while the ad plays.
    var concurrent: [Int] { playable { $0 == .concurrent } }

    /// To be shown after it: one that asks for that, else one that leaves it to the player; of several, markup first.
    var endCard: Int? {
        richest(playable { $0 == .endCard }) ?? richest(playable { $0 == .default })
    }

    /// Counters of companions that show nothing themselves: wrappers add them to whatever is shown.
    var bareCounters: [Int] {
        items.indices.filter { items[$0].companion.value.resources.isEmpty }
    }

    /// Takes note of a companion that cannot be shown.
    /// - Returns: whether the ad must not be played for lack of it.
    mutating func fail(_ index: Int) -> Bool {
        guard items.indices.contains(index) else { return false }
        failed.insert(index)
        let group = items[index].group
        switch requirements[group] {
        case .none: return false
        case .all: return true
        case .any: return items.indices.allSatisfy { items[$0].group != group || isUnusable($0) }
        }
    }

    /// Markup goes before a page, a page before a picture; among equals the first.
    private func richest(_ candidates: [Int]) -> Int? {
        candidates.min { rank($0) < rank($1) }
    }

    private func rank(_ index: Int) -> Int {
        let ranks = items[index].companion.value.resources.map { resource in
            switch resource {
            case .html: 0
            case .frame: 1
            case .file: 2
            }
        }
        return ranks.min() ?? 3
    }

    private func isUnusable(_ index: Int) -> Bool {
        failed.contains(index) || items[index].companion.value.resources.isEmpty
    }

    private func playable(_ isMode: (Companion.RenderingMode) -> Bool) -> [Int] {
        items.indices.filter { !isUnusable($0) && isMode(items[$0].companion.value.renderingMode ?? .default) }
    }
}
