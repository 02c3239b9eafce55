/// When the icons of an ad come and go (VAST 4.3, section 3.11); each is shown once, and of a programme one at most.
struct IconSchedule: Sendable, Hashable {
    enum Change: Sendable, Hashable {
        case show(Int)
        case hide(Int)
    }

    private enum Phase {
        /// Another icon of its programme goes before it.
        case reserve
        case waiting, shown, over
    }

    private struct Window: Sendable, Hashable {
        let start: Duration
        let end: Duration?
    }

    private let windows: [Window]
    private let programs: [String?]
    private var phases: [Phase]

    /// Of a programme's icons the last is the nearest to the complete ad and goes first.
    init(_ icons: [Icon]) {
        windows = icons.map { icon in
            let start = max(.zero, icon.offset ?? .zero).bounded
            return Window(start: start, end: icon.duration.map { start + max(.zero, $0.bounded) })
        }
        let names = icons.map(\.program)
        programs = names
        phases = names.indices.map { index in
            let isPreceded = names[index] != nil && names[(index + 1)...].contains(names[index])
            return isPreceded ? .reserve : .waiting
        }
    }

    func isShown(_ index: Int) -> Bool { phases.indices.contains(index) && phases[index] == .shown }

    /// What a playhead changes; an icon whose time was jumped over waits for a rewind.
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

    /// Puts the programme's next icon in the place of one that cannot be shown.
    mutating func fail(_ index: Int, at time: Duration) -> [Change] {
        guard phases.indices.contains(index), phases[index] != .over else { return [] }
        let (wasShown, wasFirst) = (phases[index] == .shown, phases[index] != .reserve)
        phases[index] = .over
        if wasFirst, let program = programs[index],
            let next = phases.indices.last(where: { phases[$0] == .reserve && programs[$0] == program })
        {
            phases[next] = .waiting
        }
        return (wasShown ? [.hide(index)] : []) + reach(time)
    }

    /// Hides what is left at the end.
    mutating func finish() -> [Change] {
        let shown = phases.indices.filter { phases[$0] == .shown }
        for index in phases.indices { phases[index] = .over }
        return shown.map { .hide($0) }
    }
}
