import Foundation
import MarqueeCore
import MarqueeWire

/// Completes the events on hold with the values of the plug-ins, those of an earlier launch too.
///
/// The events are read from disk a page at a time when their turn comes, so memory holds few of them. A waiting event holds
/// no thread. Events whose plug-ins finish at the same time are stored in one transaction.
final class Augmenter: Sendable {
    /// How an event stopped being on hold.
    enum Ending: Sendable {
        case augmented
        case expired
    }

    private enum Outcome: Sendable {
        case augmented(UniversalEvent)
        case expired
        /// The SDK was closed; the event stays on hold for the next launch.
        case closed
    }

    /// The maximum number of events whose plug-ins run at once.
    static let mostAtOnce = 64
    /// The maximum number of events on hold that are read in one transaction. A read waits for the transaction that runs, so
    /// small pages would make each few events wait for the disk.
    private static let pageSize = 1_000
    /// The maximum number of bytes of these events; a single larger one is read alone.
    private static let pageBytes = 1_048_576

    private struct Waiting: Sendable {
        let sequence: Int64
        /// By the uptime.
        let deadline: Duration
    }

    /// An event whose plug-ins may start.
    private struct Ready: Sendable {
        let held: StoredEvent
        let deadline: Duration
        /// The consent to locations before the event was read.
        let mark: LocationGate.Mark
    }

    private enum Step: Sendable {
        case start([Ready])
        case read([Waiting])
        case end
    }

    private struct State {
        var plugins: PluginList
        var waiting: ArraySlice<Waiting> = []
        /// The page of events that was read last.
        var ready: ArraySlice<Ready> = []
        /// Whether a task starts the plug-ins of events.
        var isStarting = false
        var running: [EventID: Race<Outcome>] = [:]
        /// The events of earlier launches, until the plug-ins of the last launch are there.
        var earlier: [Int64] = []
        /// Ends the wait for plug-ins.
        var patience: Task<Void, Never>?
        /// The sequence number of the last event that was taken up.
        var last: Int64 = 0
        /// How often the outbox's file had been replaced when ``last`` was set.
        var replacements = 0
        var isStarted = false
        var isClosed = false
    }

    private let state: Locked<State>
    private let items: LaneStore
    private let locations: LocationGate
    private let timeout: Duration
    private let run: PluginRun
    private let memory: PluginMemory
    private let completed: CompletedEvents
    private let retry: DiskRetry
    private let environment: Environment
    private let log: Log
    private let signals: AsyncStream<Void>
    private let signal: AsyncStream<Void>.Continuation

    /// - Parameter kept: remembers the plug-ins of the last launch.
    init(
        _ items: LaneStore, _ settings: EngageSettings, _ kept: EngageState, locations: LocationGate,
        environment: Environment, log: Log,
        ended: @escaping @Sendable (EventID, Ending) -> Void
    ) {
        self.items = items
        self.locations = locations
        self.environment = environment
        self.log = log
        timeout = settings.augmentationTimeout
        run = PluginRun(environment: environment, log: log)
        retry = DiskRetry(environment: environment, log: log)
        completed = CompletedEvents(items, locations: locations, retry: retry, ended: ended)
        state = Locked(State(plugins: PluginList(names: settings.plugins)))
        memory = PluginMemory(kept, log)
        (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        items.observeHeld { [signal] in signal.yield() }
    }

    deinit {
        signal.finish()
    }

    func add(_ plugin: any AugmentationPlugin, named name: String?) {
        let present = state.withLock { state in
            state.plugins.add(plugin, named: name)
            return state.plugins.labels
        }
        if memory.added(present) { takeUpEarlier() }
    }

    /// The names of plug-ins in the configuration for which there is none.
    var missingPlugins: [String] { state.withLock { $0.plugins.missing } }

    /// Whether events of this type wait for plug-ins before they are sent.
    func holds(_ type: UniversalEventType) -> Bool {
        guard timeout > .zero else { return false }
        return state.withLock { $0.plugins.ordered }.contains { $0.applies(to: type) }
    }

    /// Takes up the events on hold of earlier launches, and from then on every event that is stored on hold.
    func start() {
        let isFirst = state.withLock { state in
            defer { state.isStarted = true }
            return !state.isStarted && !state.isClosed
        }
        guard isFirst else { return }
        Task { [weak self, signals] in
            await self?.listEarlier()
            for await _ in signals { await self?.takeUp() }
        }
    }

    /// Leaves what is on hold to the next launch.
    func close() {
        signal.finish()
        let (running, patience) = state.withLock { state in
            state.isClosed = true
            state.waiting = []
            state.ready = []
            state.earlier = []
            return (Array(state.running.values), state.patience)
        }
        patience?.cancel()
        completed.close()
        for race in running { race.decide(.closed) }
    }
}

extension Augmenter {
    /// Lists the events of earlier launches. They wait until the app has added the plug-ins that the last launch had, but
    /// no longer than plug-ins may take for an event.
    private func listEarlier() async {
        let found = await heldEvents()
        let waits = memory.isWaiting && !found.isEmpty
        state.withLock { state in
            state.earlier = found
            guard waits, !state.isClosed else { return }
            state.patience = Task { [weak self, environment, timeout] in
                guard (try? await environment.sleep(timeout)) != nil else { return }
                self?.memory.gaveUp()
                self?.takeUpEarlier()
            }
        }
        // The last plug-in may have come meanwhile.
        if !waits || !memory.isWaiting { takeUpEarlier() }
    }

    private func takeUpEarlier() {
        let patience = state.withLock { state in
            takeUp(state.earlier, &state)
            state.earlier = []
            defer { state.patience = nil }
            return state.patience
        }
        patience?.cancel()
        startMore()
    }

    /// Takes up the events that are new on hold.
    private func takeUp() async {
        let found = await heldEvents()
        state.withLock { takeUp(found, &$0) }
        startMore()
    }

    /// Gives each event the time that it has.
    private func takeUp(_ sequences: [Int64], _ state: inout State) {
        guard !state.isClosed else { return }
        let deadline = environment.uptime() + timeout
        state.waiting += sequences.map { Waiting(sequence: $0, deadline: deadline) }
    }

    /// The events on hold that were not listed before; tries again while the disk cannot be read.
    private func heldEvents() async -> [Int64] {
        var all: [Int64] = []
        while !isClosed {
            do throws(MarqueeError) {
                let after = lastTakenUp()
                let found = try items.heldSequences(after: after, limit: Self.pageSize)
                guard let newest = found.last else { break }
                state.withLock { $0.last = max($0.last, newest) }
                all += found
            } catch {
                guard await retry.waits("events on hold could not be read", error) else { break }
            }
        }
        return all
    }

    /// The sequence number of the last event that was taken up: 0 after the file was replaced, because the events before
    /// are gone and the sequence numbers start again.
    private func lastTakenUp() -> Int64 {
        let replacements = items.replacements
        return state.withLock { state in
            if state.replacements != replacements {
                (state.replacements, state.last) = (replacements, 0)
                (state.waiting, state.earlier) = ([], [])
            }
            return state.last
        }
    }

    private var isClosed: Bool { state.withLock { $0.isClosed } }
}

/// From an event on hold to its outcome.
extension Augmenter {
    /// Starts the plug-ins of more events while there is room. One task does it at a time, which reads many events at once.
    private func startMore() {
        let isFirst = state.withLock { state in
            defer { state.isStarting = true }
            return !state.isStarting
        }
        guard isFirst else { return }
        Task { [weak self, completed] in
            repeat { await completed.room() } while await self?.startNext() == true
        }
    }

    /// - Returns: `false` if no event can start now; the task then ends.
    private func startNext() async -> Bool {
        let step = state.withLock { state -> Step in
            let step = Self.nextStep(&state)
            if case .end = step { state.isStarting = false }
            return step
        }
        switch step {
        case .start(let events): await start(events)
        case .read(let entries): await read(entries)
        case .end: return false
        }
        return true
    }

    private static func nextStep(_ state: inout State) -> Step {
        let room = mostAtOnce - state.running.count
        guard !state.isClosed, room > 0 else { return .end }
        if !state.ready.isEmpty {
            let events = state.ready.prefix(room)
            state.ready = state.ready.dropFirst(events.count)
            return .start(Array(events))
        }
        let entries = state.waiting.prefix(pageSize)
        state.waiting = state.waiting.dropFirst(entries.count)
        return entries.isEmpty ? .end : .read(Array(entries))
    }

    /// Reads a page of events; tries again while the disk cannot be read.
    private func read(_ entries: [Waiting]) async {
        let mark = locations.mark
        let deadlines = Dictionary(entries.map { ($0.sequence, $0.deadline) }) { $1 }
        while !isClosed {
            do throws(MarqueeError) {
                let page = try items.held(entries.map(\.sequence), bytes: Self.pageBytes)
                let ready = page.items.map { held in
                    Ready(held: held, deadline: deadlines[held.sequence] ?? .zero, mark: mark)
                }
                return state.withLock { state in
                    guard !state.isClosed else { return }
                    state.ready += ready
                    state.waiting = entries.dropFirst(page.looked) + state.waiting
                }
            } catch {
                guard await retry.waits("events on hold could not be read", error) else { return }
            }
        }
    }

    private func start(_ events: [Ready]) async {
        var races: [(Race<Outcome>, Duration)] = []
        for event in events {
            if let race = start(event.held, until: event.deadline, event.mark) { races.append((race, event.deadline)) }
        }
        // Plug-ins that wait for nothing are done by now, and need no timer.
        await Task.yield()
        for (race, deadline) in races {
            race.run { [environment] race in
                let left = deadline - environment.uptime()
                if (try? await environment.sleep(max(.zero, left))) != nil { race.decide(.expired) }
            }
        }
    }

    /// - Returns: `nil` if the event's outcome is known at once, or the SDK is closed.
    private func start(
        _ held: StoredEvent, until deadline: Duration, _ mark: LocationGate.Mark
    ) -> Race<Outcome>? {
        guard let event = UniversalEventBytes.event(held.body) else {
            complete(held, .expired, mark)
            return nil
        }
        let plugins = state.withLock { $0.plugins.ordered }.filter { $0.applies(to: event.type) }
        guard !plugins.isEmpty, deadline > environment.uptime() else {
            complete(held, plugins.isEmpty ? .augmented(event) : .expired, mark)
            return nil
        }
        let race = Race<Outcome> { [weak self] outcome in self?.finished(held, outcome, mark) }
        let isOpen = state.withLock { state in
            if !state.isClosed { state.running[held.id] = race }
            return !state.isClosed
        }
        guard isOpen else { return nil }
        race.run { [run] race in
            if let augmented = await run.augment(event, with: plugins) { race.decide(.augmented(augmented)) }
        }
        return race
    }

    private func finished(_ held: StoredEvent, _ outcome: Outcome, _ mark: LocationGate.Mark) {
        complete(held, outcome, mark)
        state.withLock { $0.running[held.id] = nil }
        startMore()
    }

    private func complete(_ held: StoredEvent, _ outcome: Outcome, _ mark: LocationGate.Mark) {
        switch outcome {
        case .augmented(let event):
            let body = UniversalEventBytes.data(event)
            let isSmall = body.count <= items.largestBody
            if !isSmall { log(.warning, .debug, "the values of plug-ins are left out: the event is too large") }
            completed.add(.init(held: held, body: isSmall ? body : held.body, ending: .augmented, mark: mark))
        case .expired: completed.add(.init(held: held, body: held.body, ending: .expired, mark: mark))
        case .closed: break
        }
    }
}
