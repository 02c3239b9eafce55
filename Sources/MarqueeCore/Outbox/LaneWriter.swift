import Foundation

/// Stores the items of all lanes one after the other, on one queue.
struct LaneWriter: Sendable {
    let queue: DispatchQueue
    let state: Locked<OutboxIntake>
    let purpose: Consent.Purpose

    /// Runs `body` on the queue.
    /// - Throws: ``MarqueeError`` with `invalidState` if the outbox accepts no items now, and the errors of `body`.
    func run(_ body: @escaping @Sendable () throws(MarqueeError) -> Void) async throws(MarqueeError) {
        let result = await withCheckedContinuation { (caller: CheckedContinuation<Result<Void, MarqueeError>, Never>) in
            queue.async {
                // Checked on the queue, so that a deletion after a refusal of consent runs before or after `body`,
                // never during it.
                guard state.withLock({ $0.accepts(purpose) }) else {
                    let message = "the item cannot be stored: consent is refused or the outbox is closed"
                    return caller.resume(returning: .failure(MarqueeError(.invalidState, message)))
                }
                caller.resume(returning: Result(catching: body))
            }
        }
        try result.get()
    }
}
