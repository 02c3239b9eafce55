import Foundation

/// The outbox's one thread for writing: what lanes store waits here for its turn, and is refused where the outbox takes
/// nothing.
struct LaneWriter: Sendable {
    let queue: DispatchQueue
    let state: Locked<OutboxIntake>
    let purpose: Consent.Purpose

    /// Runs `body` on the queue.
    /// - Throws: ``MarqueeError`` with `invalidState` when nothing may be stored now, and what `body` throws.
    func run(_ body: @escaping @Sendable () throws(MarqueeError) -> Void) async throws(MarqueeError) {
        let result = await withCheckedContinuation { (caller: CheckedContinuation<Result<Void, MarqueeError>, Never>) in
            queue.async {
                // Asked on the queue: a deletion that a refusal of consent ordered comes before or after, not between.
                guard state.withLock({ $0.accepts(purpose) }) else {
                    return caller.resume(
                        returning: .failure(MarqueeError(.invalidState, "nothing may be stored now")))
                }
                caller.resume(returning: Result(catching: body))
            }
        }
        try result.get()
    }
}
