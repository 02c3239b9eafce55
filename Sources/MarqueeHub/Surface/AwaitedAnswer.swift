import MarqueeCore

/// A yes or no that a caller waits for. Examples are a person's answer to ``HubSurface/confirmLeaving(to:)``, and the
/// system's callback after a controller appeared or disappeared.
///
/// Only the first answer to a question counts. A new question answers the waiting question with no.
public final class AwaitedAnswer: Sendable {
    private let waiting = Locked<CheckedContinuation<Bool, Never>?>(nil)

    /// Makes an object without a question.
    public init() {}

    /// Asks a question and suspends until ``answer(_:)``.
    /// - Parameters:
    ///   - isolation: the actor on which `ask` runs; by default, the caller's.
    ///   - ask: asks the question. The closure may call ``answer(_:)`` itself.
    public func wait(isolation: isolated (any Actor)? = #isolation, asking ask: () -> Void) async -> Bool {
        await withCheckedContinuation { continuation in
            replace(with: continuation)?.resume(returning: false)
            ask()
        }
    }

    /// Answers the waiting question; does nothing if no question waits.
    public func answer(_ isYes: Bool) {
        replace(with: nil)?.resume(returning: isYes)
    }

    private func replace(with continuation: CheckedContinuation<Bool, Never>?) -> CheckedContinuation<Bool, Never>? {
        waiting.withLock { waiting in
            defer { waiting = continuation }
            return waiting
        }
    }
}
