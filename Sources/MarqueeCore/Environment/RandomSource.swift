/// An ``Environment``'s chance as a standard generator.
public struct RandomSource: RandomNumberGenerator, Sendable {
    private let source: @Sendable () -> UInt64

    public init(_ environment: Environment) {
        source = environment.random
    }

    public mutating func next() -> UInt64 { source() }
}
