import MarqueeCore

/// What happens to events on hold while the disk cannot be read or written: they are tried again.
struct DiskRetry: Sendable {
    /// How long to wait after a failure.
    private static let period = Duration.seconds(5)

    let environment: Environment
    let log: Log

    /// Logs a failure of the disk and waits.
    /// - Returns: whether to try again.
    func waits(_ problem: String, _ error: MarqueeError) async -> Bool {
        log(.error, .debug, "\(problem): \(error.message)")
        guard error.code == .storage else { return false }
        return (try? await environment.sleep(Self.period)) != nil
    }
}
