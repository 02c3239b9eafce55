/// Runs the transitions of controllers one after the other.
///
/// UIKit silently refuses to present a controller while another controller is being dismissed. A hub that is presented
/// directly after another hub was dismissed therefore waits in this queue.
@MainActor
public final class ScreenTransitions {
    /// The transitions on the app's screen.
    public static let shared = ScreenTransitions()

    private var last: Task<Void, Never>?

    /// Makes an empty queue. Tests and apps with several screens make their own.
    public init() {}

    /// Runs a transition after all earlier transitions.
    /// - Returns: a task that ends when the transition ends.
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
