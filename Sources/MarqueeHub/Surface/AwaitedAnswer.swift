import MarqueeCore

/// A yes or no that somebody waits for: a person's answer to ``HubSurface/confirmLeaving(to:)``, or a system's word that
/// a controller came or went.
///
/// Each question gets exactly one answer, however often it is answered. A new question answers the one before with no.
public final class AwaitedAnswer: Sendable {
    private let waiting = Locked<CheckedContinuation<Bool, Never>?>(nil)

    /// Begins without a question.
    public init() {}

    /// Suspends until ``answer(_:)``.
    /// - Parameters:
    ///   - isolation: where `ask` runs: the caller's own.
    ///   - ask: asks; called once the answer is waited for, so that it may be answered in there.
    public func wait(isolation: isolated (any Actor)? = #isolation, asking ask: () -> Void) async -> Bool {
        await withCheckedContinuation { continuation in
            replace(with: continuation)?.resume(returning: false)
            ask()
        }
    }

    /// Answers the question that waits; does nothing without one.
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
