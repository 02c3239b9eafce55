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

    /// Refuses an address that has to wait, before anything of it is read.
    /// - Throws: ``IntakeError`` with `throttled`.
    package func admit(_ address: Int) throws(IntakeError) {
        if let wait = addresses?.wait(for: address) { throw Self.throttled("address", wait) }
    }

    /// Counts bytes of an address.
    /// - Throws: ``IntakeError`` with `throttled`, and nothing is counted.
    package func charge(_ bytes: Int, address: Int) throws(IntakeError) {
        if let wait = addresses?.charge(bytes, to: address) { throw Self.throttled("address", wait) }
    }

    /// Counts bytes of an install.
    /// - Throws: ``IntakeError`` with `throttled`, and nothing is counted.
    package func charge(_ bytes: Int, install: String) throws(IntakeError) {
        var install = install
        let result = install.withUTF8 { text in
            Result { () throws(IntakeError) in try charge(bytes, install: UnsafeRawBufferPointer(text)) }
        }
        try result.get()
    }

    /// Counts bytes of an install that is named by the bytes of its id.
    func charge(_ bytes: Int, install: UnsafeRawBufferPointer) throws(IntakeError) {
        guard let installs else { return }
        var hasher = Hasher()
        hasher.combine(bytes: install)
        if let wait = installs.charge(bytes, to: hasher.finalize()) { throw Self.throttled("install", wait) }
    }

    private static func throttled(_ sender: String, _ wait: Duration) -> IntakeError {
        IntakeError(.throttled, "this \(sender) sends more than it may", retryAfter: wait)
    }

    private static func limit(_ rate: Int) -> RateLimit {
        RateLimit(rate: rate, burst: max(minimumBurst, rate * burstSeconds))
    }
}
