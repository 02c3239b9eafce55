public import MarqueeWire

/// Keeps what happened until the server has it.
public final class Outbox: Sendable {
    public func track(_ name: String, _ properties: [String: Event.Value] = [:]) {}

    @discardableResult
    public func record(_ name: String, _ properties: [String: Event.Value] = [:]) async throws(MarqueeError) -> EventID {
        throw MarqueeError(.invalidState, "there is no outbox yet")
    }

    public func flush() async throws(MarqueeError) {}

    public func counts() throws(MarqueeError) -> OutboxCounts { OutboxCounts() }

    public func stored(_ status: OutboxStatus = .notPosted, limit: Int = 100) throws(MarqueeError) -> [StoredEvent] { [] }

    public func observe() -> AsyncStream<Event> { AsyncStream { $0.finish() } }

    init() {}
}
