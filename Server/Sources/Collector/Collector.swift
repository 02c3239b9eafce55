public import Foundation
public import Logging
public import MarqueeWire
public import PlatformStore

/// The way of behaviour back up: intake, folding, reports and live view over one folder with `spool` and
/// `warehouse.sqlite3`.
///
///     let collector = try Collector.open(at: folder, logger: logger)
///     let receipt = try await collector.intake.accept(body, scope: scope)
public struct Collector: Sendable {
    /// 4 GiB: days of events of a folder that stands still.
    public static let standardQuota = 4 * 1024 * 1024 * 1024

    /// Takes batches and puts them on disk.
    public let intake: EventIntake
    /// Runs beside the server, or nothing reaches the reports.
    public let folding: FoldingService
    /// Answers from the warehouse.
    public let reports: Reports
    /// Shows events as they are folded.
    public let live: LiveEvents

    /// Opens or creates both.
    ///
    /// What is damaged in the spool is set aside under another name, and events go on being taken.
    /// - Parameters:
    ///   - folder: has to exist.
    ///   - logger: told when folding fails; it is tried again.
    ///   - quota: the most bytes the spool may take; beyond it batches are refused with `diskFull`.
    ///   - retention: how long and how much of single events the warehouse keeps.
    ///   - limits: how much is taken of one sender.
    ///   - now: the wall clock; tests set it.
    ///   - newestRelease: the newest release of an app and stream, which devices cannot be ahead of; `nil` when that is not
    ///     known.
    /// - Returns: the parts, of which ``folding`` is still to be run.
    /// - Throws: `damaged` when the warehouse is no database, `invalid` for files of a later layout, `diskFull`, `permissions`,
    ///   `storage`, also while another process has the spool.
    public static func open(
        at folder: URL, logger: Logger, quota: Int = standardQuota, retention: Retention = Retention(),
        limits: IntakeLimits = IntakeLimits(),
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) },
        newestRelease: @escaping @Sendable (Scope) async -> Int? = { _ in nil }
    ) throws(StoreError) -> Collector {
        try open(
            at: folder, logger: logger, quota: quota, bounds: Spool.Bounds(), retention: retention, limits: limits,
            now: now, newestRelease: newestRelease)
    }

    static func open(
        at folder: URL, logger: Logger, quota: Int, bounds: Spool.Bounds, retention: Retention = Retention(),
        limits: IntakeLimits = IntakeLimits(),
        now: @escaping @Sendable () -> Timestamp,
        newestRelease: @escaping @Sendable (Scope) async -> Int? = { _ in nil }
    ) throws(StoreError) -> Collector {
        let spool = try Spool(in: folder.appending(path: "spool"), quota: quota, bounds: bounds)
        let url = folder.appending(path: "warehouse.sqlite3")
        let warehouse = try Warehouse(at: url, spool: spool.segments, retention: retention)
        let (live, fullness) = (LiveEvents(), Fullness())
        fullness.note(try warehouse.usage())
        return Collector(
            intake: EventIntake(spool: spool, limits: limits, fullness: fullness, now: now),
            folding: FoldingService(
                spool: spool, warehouse: warehouse, fullness: fullness, releases: NewestReleases(newestRelease),
                live: live, logger: logger, now: now),
            reports: Reports(warehouse: url), live: live)
    }
}
