import Foundation
import MarqueeCore
import MarqueeWire

/// Stores completed events: in one transaction all that came in while the last one ran.
///
/// An event that is not stored when the SDK is closed, or when the process ends, stays on hold on disk.
final class CompletedEvents: Sendable {
    /// An event whose plug-ins are done, or were too late.
    struct Entry: Sendable {
        let held: StoredEvent
        let body: Data
        let ending: Augmenter.Ending
        /// The consent to locations when the plug-ins started.
        let mark: LocationGate.Mark
    }

    /// While more bytes wait for the disk, ``room()`` does not return.
    private static let mostBytes = 1_048_576

    private struct State {
        var waiting: [Entry] = []
        /// The bytes of all events that are not stored, those of a running transaction too.
        var bytes = 0
        var isStoring = false
        var isClosed = false
        /// The callers of ``CompletedEvents/room()``.
        var callers: [CheckedContinuation<Void, Never>] = []

        var hasRoom: Bool { isClosed || bytes <= CompletedEvents.mostBytes }

        /// Removes the callers that may go on.
        mutating func takeCallers() -> [CheckedContinuation<Void, Never>] {
            guard hasRoom else { return [] }
            defer { callers = [] }
            return callers
        }
    }

    private let state = Locked(State())
    private let items: LaneStore
    private let locations: LocationGate
    private let retry: DiskRetry
    private let ended: @Sendable (EventID, Augmenter.Ending) -> Void

    /// - Parameter ended: gets each event that is on disk and was still on hold before.
    init(
        _ items: LaneStore, locations: LocationGate, retry: DiskRetry,
        ended: @escaping @Sendable (EventID, Augmenter.Ending) -> Void
    ) {
        self.items = items
        self.locations = locations
        self.retry = retry
        self.ended = ended
    }

    /// Stores an event soon. Never waits.
    func add(_ entry: Entry) {
        let isFirst = state.withLock { state in
            guard !state.isClosed else { return false }
            state.waiting.append(entry)
            state.bytes += entry.body.count
            defer { state.isStoring = true }
            return !state.isStoring
        }
        if isFirst { Task { await self.storeAll() } }
    }

    /// Returns when there is room for more events, or when the SDK is closed.
    func room() async {
        await withCheckedContinuation { caller in
            let hasRoom = state.withLock { state in
                if !state.hasRoom { state.callers.append(caller) }
                return state.hasRoom
            }
            if hasRoom { caller.resume() }
        }
    }

    /// Leaves what is not stored on hold.
    func close() {
        let callers = state.withLock { state in
            state.isClosed = true
            state.waiting = []
            return state.takeCallers()
        }
        for caller in callers { caller.resume() }
    }

    private func storeAll() async {
        while let entries = take() {
            await store(entries)
            let callers = state.withLock { state in
                state.bytes -= entries.reduce(0) { $0 + $1.body.count }
                return state.takeCallers()
            }
            for caller in callers { caller.resume() }
        }
    }

    /// Removes all events that wait; `nil` ends the task that stores.
    private func take() -> [Entry]? {
        state.withLock { state in
            state.isStoring = !state.waiting.isEmpty
            defer { state.waiting = [] }
            return state.isStoring ? state.waiting : nil
        }
    }

    /// Stores events, and tries again while the disk cannot be written.
    private func store(_ entries: [Entry]) async {
        let completions = entries.map { entry in
            Completion(entry.held, isLate: entry.ending == .expired) { [locations] in
                locations.passed(entry.body, since: entry.mark)
            }
        }
        while !state.withLock({ $0.isClosed }) {
            do throws(MarqueeError) {
                let areCompleted = try await items.complete(completions)
                for (entry, isCompleted) in zip(entries, areCompleted) where isCompleted {
                    ended(entry.held.id, entry.ending)
                }
                return
            } catch {
                guard await retry.waits("events on hold could not be completed", error) else { return }
            }
        }
    }
}
