public import Foundation
public import MarqueeWire

/// Everything that the SDK uses from outside: folder, clock, random numbers, app, disk and network.
///
/// The environment is injected once. A test or the device lab can replace each part.
public struct Environment: Sendable {
    /// The SDK's own folder; if missing, it is created with mode 0700. Files in it have mode 0600.
    public var folder: URL
    /// The wall clock.
    ///
    /// The wall clock can jump forward and backward.
    public var now: @Sendable () -> Timestamp
    /// The time since an arbitrary start; it never goes back. Reading times and timeouts use this clock.
    public var uptime: @Sendable () -> Duration
    /// Suspends for a duration of ``uptime``; throws `CancellationError` if the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// 64 random bits per call.
    public var random: @Sendable () -> UInt64
    /// Makes the id of a new install, at its first start.
    ///
    /// Random by itself. An id that begins with `EventBatch.labInstallPrefix` counts as a test device. An id that the
    /// server would refuse (`EventBatch.installSize`, `ProgramText`) is replaced by a random one.
    public var makeInstallID: @Sendable () -> String = { UserStore.generateDefaultID() }
    /// Sends every network request of the SDK.
    public var transport: any Transport
    /// The app and its device.
    public var app: AppInfo
    /// The free bytes on the disk of ``folder``; `nil` if unknown.
    public var freeSpace: @Sendable () -> Int64?
    /// Called at named steps of storing. Tests kill the process or throw an error there.
    ///
    /// Does nothing on devices.
    public var reached: @Sendable (FaultPoint) throws -> Void

    /// Makes an environment; the defaults are the real clock, random numbers and app.
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

    /// The continuous time since the first use in this process; it also advances while the device sleeps.
    public static let systemUptime: @Sendable () -> Duration = { ContinuousClock.now - start }
}
