import MarqueeCore

/// Runs calls one after the other, in the order in which they came.
///
/// A call that began runs to its end, also when its caller is cancelled.
final class SerialCalls: Sendable {
    private let last = Locked<Task<Void, Never>?>(nil)

    func run<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(EngageError) -> Value
    ) async throws(EngageError) -> Value {
        let call = last.withLock { last in
            let call = Task { [last] in
                await last?.value
                do throws(EngageError) {
                    return Result<Value, EngageError>.success(try await body())
                } catch {
                    return .failure(error)
                }
            }
            last = Task { _ = await call.value }
            return call
        }
        return try await call.value.get()
    }
}
