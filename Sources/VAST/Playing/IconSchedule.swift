/// When the icons of an ad come and go (VAST 4.3, section 3.11); each is shown once.
struct IconSchedule: Sendable, Hashable {
    enum Change: Sendable, Hashable {
        case show(Int)
        case hide(Int)
    }

    private enum Phase { case waiting, shown, over }
    private struct Window: Sendable, Hashable {
        let start: Duration
        let end: Duration?
    }
    private let windows: [Window]
    private var phases: [Phase]

    init(_ icons: [Icon]) {
        windows = icons.map { icon in
            let start = max(.zero, icon.offset ?? .zero).bounded
            return Window(start: start, end: icon.duration.map { start + max(.zero, $0.bounded) })
        }
        phases = icons.map { _ in .waiting }
    }

    func isShown(_ index: Int) -> Bool { phases.indices.contains(index) && phases[index] == .shown }

    /// What a playhead changes; an icon whose time was jumped over waits for a rewind.
    mutating func reach(_ time: Duration) -> [Change] {
        windows.indices.compactMap { index in
            let isPast = windows[index].end.map { time >= $0 } ?? false
            switch phases[index] {
            case .waiting where !isPast && time >= windows[index].start:
                phases[index] = .shown
                return .show(index)
            case .shown where isPast:
                phases[index] = .over
                return .hide(index)
            default: return nil
            }
        }
    }

    /// Hides what is left at the end.
    mutating func finish() -> [Change] {
        let shown = phases.indices.filter { phases[$0] == .shown }
        for index in phases.indices { phases[index] = .over }
        return shown.map { .hide($0) }
    }
}
