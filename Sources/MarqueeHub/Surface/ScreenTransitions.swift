/// Lets controllers come and go one after the other.
///
/// A system that is asked to show one controller while another one leaves refuses without a word. A hub that is presented
/// in the same turn in which the one before was dismissed waits here.
@MainActor
public final class ScreenTransitions {
    /// Those of the app's screen.
    public static let shared = ScreenTransitions()

    private var last: Task<Void, Never>?

    /// Begins with none under way; tests and apps with several screens make their own.
    public init() {}

    /// Performs a transition after those before.
    /// - Returns: what ends with it.
    @discardableResult
    public func add(_ transition: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        let before = last
        let task = Task { @MainActor in
            await before?.value
            await transition()
        }
        last = task
        return task
    }
}
