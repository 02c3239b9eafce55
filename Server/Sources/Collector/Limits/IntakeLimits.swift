/// How much each sender may send; without a limit everything is accepted.
public struct IntakeLimits: Sendable {
    /// The time in seconds in which a silent sender earns its burst.
    private static let burstSeconds = 60
    /// The smallest burst in bytes: two of the largest batches.
    private static let minimumBurst = 8 * 1024 * 1024

    let addresses: RateLimit?
    let installs: RateLimit?

    /// Limits senders by their network address and by the install id that they send.
    /// - Parameters:
    ///   - address: bytes per second of one network address, after decompression; `nil` for no limit.
    ///   - install: bytes per second of one install, after decompression; `nil` for no limit.
    public init(address: Int? = nil, install: Int? = nil) {
        addresses = address.map(Self.limit)
        installs = install.map(Self.limit)
    }

    init(addresses: RateLimit?, installs: RateLimit?) {
        self.addresses = addresses
        self.installs = installs
    }

    private static func limit(_ rate: Int) -> RateLimit {
        RateLimit(rate: rate, burst: max(minimumBurst, rate * burstSeconds))
    }
}
