/// When a viewer may skip (VAST 4.3, section 3.8.1). Without an offset skipping is never possible.
struct SkipRule: Sendable, Hashable {
    let offset: Offset?
    private(set) var isOpen = false

    init(offset: Offset?) {
        self.offset = offset
    }

    /// Returns whether skipping has just become possible. It then stays possible.
    mutating func reach(_ time: Duration, of duration: Duration?) -> Bool {
        guard !isOpen, let moment = offset?.time(in: duration), time >= moment else { return false }
        isOpen = true
        return true
    }

    /// The time until skipping is possible; `nil` for never.
    func remaining(at time: Duration, of duration: Duration?) -> Duration? {
        isOpen ? .zero : offset?.time(in: duration).map { max(.zero, $0 - time) }
    }
}
