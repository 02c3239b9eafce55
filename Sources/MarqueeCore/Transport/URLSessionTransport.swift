import Foundation

/// HTTP by the system's URL loading.
public final class URLSessionTransport: Transport {
    public init() {}

    public func send(_ request: TransportRequest, progress: (@Sendable (Int) -> Void)?) async throws(TransportError) -> TransportResponse {
        throw TransportError(.unreachable, "not there yet")
    }
}
