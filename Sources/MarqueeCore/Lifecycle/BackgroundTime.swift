/// Asks the system to let the app finish something after it left the screen.
///
/// Without a source the app has the few seconds that a system gives to each app.
public final class BackgroundTime: Sendable {
    /// Begins a stretch of such time: gets what to call when the time is over, and returns what ends it.
    public typealias Source = @Sendable (_ expired: @escaping @Sendable () -> Void) -> @Sendable () -> Void

    /// The process's own: a process is one app.
    public static let shared = BackgroundTime()

    private let source = Locked<Source?>(nil)

    /// Begins without a source.
    public init() {}

    /// Says how the system is asked, in place of any source before.
    public func setSource(_ source: Source?) {
        self.source.withLock { $0 = source }
    }

    /// - Returns: what ends the time.
    func begin(expired: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        guard let source = source.withLock({ $0 }) else { return {} }
        return source(expired)
    }
}
