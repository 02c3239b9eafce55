import MarqueeWire

extension Fresh {
    /// Whether content is paused. The SDK still refreshes, because a later document may end the pause.
    var isPaused: Bool {
        if case .paused = state { true } else { false }
    }
}

extension Fresh.State {
    /// Whether an app of this build may present nothing.
    ///
    /// Builds are compared as dotted numbers. A part that is not a number counts as 0.
    func isClosed(forBuild build: String) -> Bool {
        switch self {
        case .active: false
        case .paused: true
        case .lockdown(let first, let last, _): Self.isOrdered(first, build) && Self.isOrdered(build, last)
        }
    }

    private static func isOrdered(_ left: String, _ right: String) -> Bool {
        var left = left.split(separator: ".").map { Int($0) ?? 0 }
        var right = right.split(separator: ".").map { Int($0) ?? 0 }
        let count = max(left.count, right.count)
        left += Array(repeating: 0, count: count - left.count)
        right += Array(repeating: 0, count: count - right.count)
        return !right.lexicographicallyPrecedes(left)
    }
}
