/// Asks the system for time to finish work after the app left the screen.
///
/// Without a source, the app has only the few seconds that the system gives to each app.
public final class BackgroundTime: Sendable {
    /// Asks the system for time once. The system calls `expired` when the time is over. The returned closure ends the
    /// time early.
    public typealias Source = @Sendable (_ expired: @escaping @Sendable () -> Void) -> @Sendable () -> Void

    /// The instance for this process, which is one app.
    public static let shared = BackgroundTime()

    private let source = Locked<Source?>(nil)

    /// Makes an instance without a source.
    public init() {}

    /// Replaces the source; `nil` removes it.
    public func setSource(_ source: Source?) {
        self.source.withLock { $0 = source }
    }

    /// - Returns: a closure that ends the time.
    func begin(expired: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        guard let source = source.withLock({ $0 }) else { return {} }
        return source(expired)
    }
}
