/// Waits until a condition holds, looking every few milliseconds; for effects that nothing announces.
/// - Parameters:
///   - deadline: real time after which waiting ends.
///   - condition: asked again and again until it holds.
/// - Returns: whether it held in time.
public func eventually(
    within deadline: Duration = .seconds(60), _ condition: @Sendable () async throws -> Bool
) async rethrows -> Bool {
    let end = ContinuousClock.now + deadline
    while ContinuousClock.now < end {
        if try await condition() { return true }
        try? await Task.sleep(for: .milliseconds(2))
    }
    return try await condition()
}
