import MarqueeCore

/// Hands every decision of the garden to whoever watches.
final class RequestJournal: Sendable {
    private struct State {
        var next = 0
        var readers: [Int: AsyncStream<RequestRecord>.Continuation] = [:]
    }

    private let state = Locked(State())
    private static let backlog = 500

    func subscribe() -> AsyncStream<RequestRecord> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: RequestRecord.self, bufferingPolicy: .bufferingNewest(Self.backlog))
        let number = state.withLock { state in
            state.next += 1
            state.readers[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.readers.removeValue(forKey: number) }
        }
        return stream
    }

    func append(_ record: RequestRecord) {
        state.withLock { state in
            for reader in state.readers.values { reader.yield(record) }
        }
    }
}
