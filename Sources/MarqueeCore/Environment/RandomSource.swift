/// An ``Environment``'s chance as a standard generator.
public struct RandomSource: RandomNumberGenerator, Sendable {
    private let source: @Sendable () -> UInt64

    /// Draws from ``Environment/random``.
    public init(_ environment: Environment) {
        source = environment.random
    }

    /// 64 bits of the environment's chance.
    public mutating func next() -> UInt64 { source() }
}
