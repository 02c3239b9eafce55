/// When the icons of an ad appear and disappear (VAST 4.3, section 3.11). Each is shown once, and at most one of each
/// programme.
struct IconSchedule: Sendable, Hashable {
    enum Change: Sendable, Hashable {
        case show(Int)
        case hide(Int)
    }

    private enum Phase {
        /// Another icon of the same programme is preferred.
        case reserve
        case waiting, shown, over
    }

    private struct Window: Sendable, Hashable {
        let start: Duration
        let end: Duration?
    }

    private let windows: [Window]
    private let programs: [String?]
    /// The icons in order of preference: the nearest to the complete ad first, those of one document in its order.
    private let preferred: [Int]
    private var phases: [Phase]

    init(_ icons: [Sourced<Icon>]) {
        windows = icons.map(\.value).map { icon in
            let start = max(.zero, icon.offset ?? .zero).bounded
            return Window(start: start, end: icon.duration.map { start + max(.zero, $0.bounded) })
        }
        programs = icons.map { $0.value.program?.lowercased() }
        preferred = icons.indices.sorted {
            (icons[$1].origin.level, $0) < (icons[$0].origin.level, $1)
        }
        phases = icons.map { _ in .waiting }
        var programsSeen: Set<String> = []
        for index in preferred {
            if let program = programs[index], !programsSeen.insert(program).inserted { phases[index] = .reserve }
        }
    }

    func isShown(_ index: Int) -> Bool { phases.indices.contains(index) && phases[index] == .shown }

    /// The changes at a playhead. An icon whose time was skipped by a seek waits for a rewind.
    mutating func reach(_ time: Duration) -> [Change] {
        var changes: [Change] = []
        for index in windows.indices {
            let isPast = windows[index].end.map { time >= $0 } ?? false
            switch phases[index] {
            case .waiting where !isPast && time >= windows[index].start:
                phases[index] = .shown
                changes.append(.show(index))
            case .shown where isPast:
                phases[index] = .over
                changes.append(.hide(index))
            default: break
            }
        }
        return changes
    }

    /// Replaces an icon that cannot be shown by the next one of its programme.
    mutating func fail(_ index: Int, at time: Duration) -> [Change] {
        guard phases.indices.contains(index), phases[index] != .over else { return [] }
        let (wasShown, wasFirst) = (phases[index] == .shown, phases[index] != .reserve)
        phases[index] = .over
        if wasFirst, let program = programs[index],
            let next = preferred.first(where: { phases[$0] == .reserve && programs[$0] == program })
        {
            phases[next] = .waiting
        }
        return (wasShown ? [.hide(index)] : []) + reach(time)
    }

    /// Hides the remaining icons at the end.
    mutating func finish() -> [Change] {
        let shown = phases.indices.filter { phases[$0] == .shown }
        for index in phases.indices { phases[index] = .over }
        return shown.map { .hide($0) }
    }
}
