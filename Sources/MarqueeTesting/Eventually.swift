/// Waits until a condition is true, and checks it every 2 ms; for effects that send no notification.
/// - Parameters:
///   - deadline: the maximum real time to wait. Hundreds of tests share a few threads, so that a task may wait a minute for
///     its turn on a machine that builds something beside them.
///   - condition: checked until it returns `true`.
/// - Returns: whether the condition became true in time.
public func eventually(
    within deadline: Duration = .seconds(300), _ condition: @Sendable () async throws -> Bool
) async rethrows -> Bool {
    let end = ContinuousClock.now + deadline
    while ContinuousClock.now < end {
        if try await condition() { return true }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return try await condition()
}
