/// How much of their senders' events a collector takes; without any of them everything.
public struct IntakeLimits: Sendable {
    /// The time in which a sender that was silent earns its burst.
    private static let burstSeconds = 60
    /// The least that is taken at once: two of the largest batches.
    private static let minimumBurst = 8 * 1024 * 1024

    let addresses: RateLimit?
    let installs: RateLimit?

    /// Limits senders by where they are and by who they say they are.
    /// - Parameters:
    ///   - address: bytes a second of one network address, after decompression; `nil` for any number.
    ///   - install: bytes a second of one install, after decompression; `nil` for any number.
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
