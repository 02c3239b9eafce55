import PlatformStore

/// The priority list of a placement as steps: the units of one step share its turn.
struct PlaceOrder: Sendable, Equatable {
    /// What a person does with one unit of the list.
    enum Change: String, Sendable {
        /// Its step is asked earlier, together with all units of it.
        case up
        case down
        /// It shares the turn of the step before it.
        case join
        /// It has a step of its own, behind the others of its step.
        case part
        case remove
    }

    private(set) var steps: [[String]]

    init(_ units: [PlacementRecord.Entry]) {
        let numbers = Set(units.map(\.priority)).sorted()
        steps = numbers.map { number in units.filter { $0.priority == number }.map(\.unit).sorted() }
    }

    /// With priorities from 1 on, without gaps.
    var units: [PlacementRecord.Entry] {
        steps.enumerated().flatMap { index, step in step.map { .init(unit: $0, priority: index + 1) } }
    }

    /// Puts a unit into a step of its own at the end.
    mutating func append(_ unit: String) {
        guard !steps.contains(where: { $0.contains(unit) }) else { return }
        steps.append([unit])
    }

    /// Does nothing for a unit that is not in the list, and for a step that has nowhere to go.
    mutating func apply(_ change: Change, to unit: String) {
        guard let index = steps.firstIndex(where: { $0.contains(unit) }) else { return }
        switch change {
        case .up: if index > 0 { steps.swapAt(index, index - 1) }
        case .down: if index + 1 < steps.count { steps.swapAt(index, index + 1) }
        case .join:
            guard index > 0 else { return }
            take(unit, from: index)
            steps[index - 1] = (steps[index - 1] + [unit]).sorted()
        case .part:
            guard steps[index].count > 1 else { return }
            steps[index].removeAll { $0 == unit }
            steps.insert([unit], at: index + 1)
        case .remove: take(unit, from: index)
        }
    }

    private mutating func take(_ unit: String, from index: Int) {
        steps[index].removeAll { $0 == unit }
        if steps[index].isEmpty { steps.remove(at: index) }
    }
}
