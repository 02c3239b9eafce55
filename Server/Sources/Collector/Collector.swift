public import Foundation
public import Logging
public import MarqueeWire
public import PlatformStore

/// Behaviour on its way up: intake, folding, the log, reports and live view, over one folder with `spool` and
/// `warehouse.sqlite3`.
///
///     let collector = try Collector.open(at: folder, logger: logger)
///     let receipt = try await collector.intake.accept(body, scope: scope)
public struct Collector: Sendable {
    /// 4 GiB: what devices send in some days while folding stands still.
    public static let standardQuota = 4 * 1024 * 1024 * 1024

    /// Accepts batches and puts them on disk.
    public let intake: EventIntake
    /// Accepts universal events and hands them to ``intake``.
    public let submissions: SubmissionIntake
    /// Accepts events that the server makes itself.
    public let serverEvents: ServerEvents
    /// Runs beside the server; without it no event reaches log and reports.
    public let folding: FoldingService
    /// Answers from the projections' tables.
    public let reports: Reports
    /// Answers questions about single events and people.
    public let questions: Questions
    /// Shows events as they are folded.
    public let live: LiveEvents
    /// The server that took all these events, when others over the same database have events of their own; `nil` when
    /// they are the events of all devices.
    public var server: String?
    let log: any EventLog
    let now: @Sendable () -> Timestamp

    /// The projections of every warehouse.
    static func projections(_ releases: PublishedReleases) -> [any Projection] {
        [
            HubFigures(releases: releases),
            Installs(),
            UserTags(),
            EventCounts(),
            // Behind the installs, whose table its first version reads.
            SequenceGaps(),
            Identities(),
            Campaigns(),
            EventFacts(),
            PlacementFigures(),
        ]
    }

    /// A page of single events, the latest first: of an app by time, by name, by install or by user.
    ///
    /// Without ``EventQuery/until`` the page begins a day from now. Later ids are invented or come from wrong clocks, and
    /// strangers could send so many of them that the search for others takes long.
    /// - Throws: ``PlatformStore/StoreError``.
    public func events(_ query: EventQuery) async throws -> EventPage {
        var query = query
        query.until = query.until ?? now() + .seconds(86_400)
        return try await log.events(query)
    }

    /// Opens or creates spool and warehouse.
    ///
    /// Damaged parts of the spool are moved to other files; everything else is folded.
    /// - Parameters:
    ///   - folder: an existing folder.
    ///   - logger: receives the errors of folding, which is tried again after each.
    ///   - quota: the most bytes the spool may take; beyond it batches are refused with `diskFull`.
    ///   - retention: how long and how much of single events the warehouse keeps.
    ///   - limits: how much one sender may send.
    ///   - now: the wall clock; tests set it.
    ///   - newestRelease: the newest release of an app and stream, which devices cannot be ahead of; `nil` when that is not
    ///     known.
    ///   - recipients: knows who has opted out: their events are marked, and their ids not linked; `nil` for nobody.
    ///   - testDevices: knows which devices are kept apart from readers; `nil` for those of the lab alone.
    ///   - pages: the pages of a release, which reports always have room for; `nil` when they cannot be read now.
    /// - Returns: the parts; ``folding`` has to be run by the caller.
    /// - Throws: `damaged` when the warehouse is no database, `invalid` for files of another layout, `diskFull`,
    ///   `permissions`, `storage`, also while another process has the spool.
    public static func open(
        at folder: URL, logger: Logger, quota: Int = standardQuota, retention: Retention = Retention(),
        limits: IntakeLimits = IntakeLimits(),
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) },
        recipients: (any OptedOutRecipients)? = nil, testDevices: (any TestDeviceStore)? = nil,
        newestRelease: @escaping @Sendable (Scope) async -> Int? = { _ in nil },
        pages: @escaping @Sendable (Scope, Int) async -> [PublishedPage]? = { _, _ in [] }
    ) throws(StoreError) -> Collector {
        try open(
            at: folder, logger: logger, quota: quota, bounds: Spool.Bounds(), retention: retention, limits: limits,
            now: now, releases: PublishedReleases(newestRelease, pages: pages), recipients: recipients,
            testDevices: testDevices)
    }

    static func open(
        at folder: URL, logger: Logger, quota: Int, bounds: Spool.Bounds, retention: Retention = Retention(),
        limits: IntakeLimits = IntakeLimits(),
        now: @escaping @Sendable () -> Timestamp,
        releases: PublishedReleases = PublishedReleases { _ in nil }, recipients: (any OptedOutRecipients)? = nil,
        testDevices: (any TestDeviceStore)? = nil
    ) throws(StoreError) -> Collector {
        let projections = projections(releases)
        let keys = PropertyKeys(projections)
        let spool = try Spool(in: folder.appending(path: "spool"), quota: quota, bounds: bounds)
        let log = try SQLiteEventLog(
            at: folder.appending(path: "warehouse.sqlite3"), projections: projections, keys: keys, retention: retention,
            recipients: recipients, testDevices: testDevices)
        let (live, fullness) = (LiveEvents(), Fullness())
        fullness.update(log.openingUsage)
        let intake = EventIntake(spool: spool, keys: keys, limits: limits, fullness: fullness, now: now)
        return Collector(
            intake: intake, submissions: SubmissionIntake(intake: intake, now: now),
            serverEvents: ServerEvents(intake: intake, now: now),
            folding: FoldingService(
                spool: spool, log: log, fullness: fullness, live: live, logger: logger, now: now),
            reports: Reports(reader: log.reader, recipients: recipients),
            questions: try Questions(folder.appending(path: "warehouse.sqlite3"), now: now), live: live, log: log,
            now: now)
    }
}
