public import Foundation
public import MarqueeWire

/// Everything the SDK takes from outside itself: folder, time, chance, app, disk and network.
///
/// Injected once, so that a test or the device lab can replace any of it.
public struct Environment: Sendable {
    /// The SDK's own folder; created with mode 0700 if it is missing, its files with 0600.
    public var folder: URL
    /// The wall clock.
    ///
    /// It may jump in either direction.
    public var now: @Sendable () -> Timestamp
    /// Time since an arbitrary start; never runs backwards. Reading times and timeouts are measured with it.
    public var uptime: @Sendable () -> Duration
    /// Suspends for a duration of ``uptime``; throws `CancellationError` when the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// 64 random bits per call.
    public var random: @Sendable () -> UInt64
    /// The one way to the network.
    public var transport: any Transport
    /// The app and its device.
    public var app: AppInfo
    /// The bytes that are free on the disk of ``folder``; `nil` when that is not known.
    public var freeSpace: @Sendable () -> Int64?
    /// Called at the named steps of storing; tests kill the process or throw there.
    ///
    /// Does nothing on devices.
    public var reached: @Sendable (FaultPoint) throws -> Void

    /// The real clock, chance and app, except for what is given.
    public init(
        folder: URL, transport: any Transport,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) },
        uptime: @escaping @Sendable () -> Duration = Environment.systemUptime,
        sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        random: @escaping @Sendable () -> UInt64 = { UInt64.random(in: .min ... .max) },
        app: AppInfo = AppInfo(.main),
        freeSpace: (@Sendable () -> Int64?)? = nil,
        reached: @escaping @Sendable (FaultPoint) throws -> Void = { _ in }
    ) {
        self.folder = folder
        self.transport = transport
        self.now = now
        self.uptime = uptime
        self.sleep = sleep
        self.random = random
        self.app = app
        self.freeSpace = freeSpace ?? { Self.freeSpace(at: folder) }
        self.reached = reached
    }

    private static func freeSpace(at folder: URL) -> Int64? {
        let attributes = try? FileManager.default.attributesOfFileSystem(forPath: folder.path)
        return attributes?[.systemFreeSize].flatMap { ($0 as? NSNumber)?.int64Value }
    }

    private static let start = ContinuousClock.now

    /// Continuous time since the first use in this process; goes on while the device sleeps.
    public static let systemUptime: @Sendable () -> Duration = { ContinuousClock.now - start }
}
