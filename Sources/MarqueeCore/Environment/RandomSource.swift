/// The random numbers of an ``Environment`` as a standard generator.
public struct RandomSource: RandomNumberGenerator, Sendable {
    private let source: @Sendable () -> UInt64

    /// Uses ``Environment/random``.
    public init(_ environment: Environment) {
        source = environment.random
    }

    /// 64 random bits.
    public mutating func next() -> UInt64 { source() }
}
