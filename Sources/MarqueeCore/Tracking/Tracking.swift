public import Foundation
public import MarqueeWire

/// Fetches third parties' addresses that count something: impressions, clicks, quartiles.
///
/// Each address is on disk before ``fetch(_:within:)`` returns, and survives the end of the process. A server answers
/// each address once; it is asked a second time only when it did not answer, when it said that its trouble passes, or
/// when the process ended between its answer and the disk. The address then is the same byte for byte, so that a
/// receiver can tell.
public final class Tracking: Sendable {
    /// The most bytes of an address.
    public static let longestAddress = 16_384

    /// Sends the addresses; for a call that must not wait for the schedule.
    public let sender: LaneSender
    private let environment: Environment

    init(_ sender: LaneSender, environment: Environment) {
        self.sender = sender
        self.environment = environment
    }

    /// Fetches an address once (GET), now or when the network allows.
    /// - Parameters:
    ///   - address: absolute, `http` or `https`, without user information.
    ///   - lifetime: how long the fetch is worth making, in time that really passed. Then it is counted as dropped.
    /// - Returns: the id under which the outbox keeps the address.
    /// - Throws: ``MarqueeError``: `invalidParameters` for another address, `invalidState` when consent is refused or
    ///   the SDK closed, `storage` when the disk does not take it.
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
                "a tracking address is http or https with a host, without user information, and of at most "
                    + "\(Self.longestAddress) bytes")
        }
        guard lifetime > .zero else { throw MarqueeError(.invalidParameters, "the lifetime is not positive") }
        var random = RandomSource(environment)
        let id = EventID(time: environment.now(), using: &random)
        try await sender.items.add([NewItem(id: id, body: Data(text.utf8), lifetime: lifetime)])
        return id
    }

    /// The account of every address so far.
    public func counts() throws(MarqueeError) -> OutboxCounts { try sender.items.counts() }
}
