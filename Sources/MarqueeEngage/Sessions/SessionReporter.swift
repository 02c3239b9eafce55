import Foundation
import MarqueeCore
import MarqueeWire

/// Turns the install and the sessions into events, each exactly once, in order and with their own times.
///
/// The sessions on disk are the intent: what was not yet reported when the process ended is reported at the next launch.
/// Nothing is reported before a mobile user id is known, so that the events carry it.
final class SessionReporter: Sendable {
    /// Stores an event with an id and returns when it is on disk.
    typealias Record = @Sendable (EngageEvent, EventID) async throws(EngageError) -> Void

    private enum Name {
        /// When Engage ran for the first time, in milliseconds; empty once this is reported.
        static let install = "session.install"
        /// The id of the last session whose start is reported.
        static let started = "session.started"
        /// The number of the last session whose end is reported.
        static let ended = "session.ended"
    }

    private let sessions: Sessions
    private let state: EngageState
    private let identity: any EngageIdentitySource
    private let log: Log
    private let record: Record
    private let last: Locked<Task<Void, Never>?> = Locked(nil)

    /// Notes the time of the install at the first launch, and forgets numbers of a state file that was lost.
    init(
        _ sessions: Sessions, _ state: EngageState, identity: any EngageIdentitySource, environment: Environment,
        log: Log, record: @escaping Record
    ) throws(MarqueeError) {
        self.sessions = sessions
        self.state = state
        self.identity = identity
        self.log = log
        self.record = record
        if sessions.isNumberedAgain { try state.store([Name.ended: nil]) }
        if try state.value(Name.install) == nil { try state.store(Self.beginning(sessions, environment)) }
    }

    /// What a new file begins with. If there were sessions before, the file replaces a damaged one: the install and the
    /// sessions that ended before this launch count as reported.
    private static func beginning(
        _ sessions: Sessions, _ environment: Environment
    ) throws(MarqueeError) -> [String: String?] {
        guard !sessions.isFirstLaunch else { return [Name.install: String(environment.now().milliseconds)] }
        return [Name.install: "", Name.ended: try sessions.ended().last.map { String($0.number) }]
    }

    /// Reports what is new. Calls run one after the other; each returns when its own events are on disk.
    @discardableResult
    func report() -> Task<Void, Never> {
        last.withLock { last in
            let task = Task { [weak self, last] in
                await last?.value
                await self?.reportNow()
            }
            last = task
            return task
        }
    }

    /// Returns when the reports of before are done.
    func settled() async { await last.withLock { $0 }?.value }

    private func reportNow() async {
        guard !identity.ids.mobileUserID.isEmpty else { return }
        var current: Session?
        repeat {
            // Read before the ended sessions. A session that ends later is then either among them, or reported in the next
            // round, so that no start comes before the end of the session before.
            current = sessions.current
            // The ends of sessions are stored on another queue.
            await sessions.flush()
            guard await report(current) else { return }
        } while current?.id != sessions.current?.id
    }

    /// - Returns: `false` if something could not be stored.
    private func report(_ current: Session?) async -> Bool {
        do {
            try await reportInstall()
            for ended in try sessions.ended(after: lastEnded()) {
                try await reportStart(of: ended.session)
                let event = EngageEvent.sessionEnded(active: ended.session.activeTime, at: ended.session.lastActive)
                try await record(event, Self.id("ended", ended.session.id, ended.session.lastActive))
                try state.store([Name.ended: String(ended.number)])
            }
            // A current session that has ended meanwhile is reported as one of these.
            if let current, current.id == sessions.current?.id { try await reportStart(of: current) }
            return true
        } catch {
            // Tried again at the next change; nothing is marked as reported that is not on disk.
            log(.warning, .debug, "session events could not be stored: \(error)")
            return false
        }
    }

    private func reportInstall() async throws {
        guard let text = try state.value(Name.install), let milliseconds = Int64(text) else { return }
        let time = Timestamp(milliseconds: milliseconds)
        try await record(.installed(at: time), Self.id("installed", identity.ids.deviceID, time))
        try state.store([Name.install: ""])
    }

    private func reportStart(of session: Session) async throws {
        guard try state.value(Name.started) != session.id else { return }
        try await record(.sessionStarted(at: session.start), Self.id("started", session.id, session.start))
        try state.store([Name.started: session.id])
    }

    private func lastEnded() throws(MarqueeError) -> Int64 { try state.value(Name.ended).flatMap { Int64($0) } ?? 0 }

    /// The same id for the same fact, so that a report that is repeated after a kill counts once.
    static func id(_ kind: String, _ subject: String, _ time: Timestamp) -> EventID {
        var random = TextRandom("\(kind) \(subject)")
        return EventID(time: time, using: &random)
    }
}

/// Numbers that depend on a text only: FNV-1a of the text, then SplitMix64.
private struct TextRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ text: String) {
        state = text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
