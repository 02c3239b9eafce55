public import Foundation
public import MarqueeWire

/// Requests tracking URLs of third parties, which count impressions, clicks and quartiles.
///
/// Each URL is on disk before ``fetch(_:within:)`` returns, and survives the end of the process. The SDK repeats a
/// request only if the server did not answer, if the server reported a temporary failure, or if the process ended before
/// the answer was stored. The repeated URL has the same bytes, so that a receiver can detect the repetition.
public final class Tracking: Sendable {
    /// The maximum number of bytes of a URL.
    public static let longestAddress = 16_384

    /// Sends the requests; its `drain()` sends at once, without the lane's schedule.
    public let sender: LaneSender
    private let environment: Environment

    init(_ sender: LaneSender, environment: Environment) {
        self.sender = sender
        self.environment = environment
    }

    /// Requests a URL once (GET), now or when the network is available.
    /// - Parameters:
    ///   - address: an absolute `http` or `https` URL without user information.
    ///   - lifetime: after this time the request is not made and counts as dropped. The time does not depend on the
    ///     wall clock.
    /// - Returns: the id of the URL in the outbox.
    /// - Throws: ``MarqueeError``: `invalidParameters` for any other URL or a lifetime that is not positive,
    ///   `invalidState` if consent is refused or the SDK is closed, `storage` if the disk cannot be written.
    @discardableResult
    public func fetch(_ address: URL, within lifetime: Duration = .seconds(86_400)) async throws(MarqueeError)
        -> EventID
    {
        let text = address.absoluteString
        guard ["http", "https"].contains(address.scheme?.lowercased()), address.host()?.isEmpty == false,
            address.user == nil, text.utf8.count <= Self.longestAddress
        else {
            throw MarqueeError(
                .invalidParameters,
                "a tracking URL must be http or https, with a host, without user information, and of at most "
                    + "\(Self.longestAddress) bytes")
        }
        guard lifetime > .zero else { throw MarqueeError(.invalidParameters, "the lifetime must be positive") }
        var random = RandomSource(environment)
        let id = EventID(time: environment.now(), using: &random)
        try await sender.items.add([NewItem(id: id, body: Data(text.utf8), lifetime: lifetime)])
        return id
    }

    /// The counts of all URLs so far.
    public func counts() throws(MarqueeError) -> OutboxCounts { try sender.items.counts() }
}
