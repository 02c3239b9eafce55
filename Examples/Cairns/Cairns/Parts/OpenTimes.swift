/// When the game reports that it was opened: at launch, and each time it comes back from the background.
struct OpenTimes: Sendable {
    /// Whether the game is in front, as SwiftUI says it.
    enum Phase: Sendable {
        case active
        /// Still visible, for example below the notification centre.
        case inactive
        case background
    }

    private var isOpen = false

    /// - Returns: whether the game has to report an open now.
    mutating func entered(_ phase: Phase) -> Bool {
        switch phase {
        case .inactive: return false
        case .background:
            isOpen = false
            return false
        case .active:
            defer { isOpen = true }
            return !isOpen
        }
    }
}
