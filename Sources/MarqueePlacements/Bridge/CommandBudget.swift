/// How many messages the templates of a request may send: a burst, and then so many each second. A hostile template
/// cannot keep the app busy.
struct CommandBudget: Sendable, Equatable {
    static let burst = 50.0
    static let perSecond = 20.0
    /// So many bytes of a message cost as much as another message.
    static let bytes = 8 * 1_024

    private var left = CommandBudget.burst
    private var counted: Duration?

    /// Counts a message before it is read, so that unusable ones count too.
    /// - Returns: whether it may be read.
    mutating func allowsOne(bytes: Int, at now: Duration) -> Bool {
        let passed = counted.map { max(.zero, now - $0) } ?? .zero
        left = min(Self.burst, left + passed / .seconds(1) * Self.perSecond)
        counted = now
        let cost = Double(1 + bytes / Self.bytes)
        guard left >= cost else { return false }
        left -= cost
        return true
    }
}
