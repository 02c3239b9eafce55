public import Foundation
public import MarqueeCore

extension Environment {
    /// Makes an environment that uses a manual clock.
    public init(
        folder: URL, transport: any Transport, clock: ManualClock,
        random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) },
        reached: @escaping @Sendable (FaultPoint) throws -> Void = { _ in }
    ) {
        self.init(
            folder: folder, transport: transport, now: { clock.now }, uptime: { clock.uptime },
            sleep: { try await clock.sleep($0) }, random: random, reached: reached)
    }
}
