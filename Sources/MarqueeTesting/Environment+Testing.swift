public import Foundation
public import MarqueeCore

extension Environment {
    /// An environment whose time is a manual clock's.
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
