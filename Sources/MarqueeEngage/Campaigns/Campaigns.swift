import Foundation
import MarqueeCore
import MarqueeWire

/// The campaign that new events carry, with its end, in `engage.sqlite3`.
final class Campaigns: Sendable {
    private static let name = "campaign"
    /// How long after the start of a session the link that opened the app may be handled.
    static let opening = Duration.seconds(10)

    let rules: CampaignRules
    private let memory: Locked<CampaignMemory>
    private let state: EngageState
    private let environment: Environment
    private let log: Log
    private let changed: @Sendable (String) -> Void

    /// - Parameter changed: gets the name of each campaign that becomes current in place of another one.
    init(
        _ state: EngageState, rules: CampaignRules, environment: Environment, log: Log,
        changed: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(MarqueeError) {
        self.rules = rules
        self.state = state
        self.environment = environment
        self.log = log
        self.changed = changed
        let stored = try state.value(Self.name).flatMap {
            try? JSONDecoder().decode(CampaignMemory.self, from: Data($0.utf8))
        }
        memory = Locked(stored ?? CampaignMemory())
    }

    /// The name of the current campaign; empty if there is none.
    var current: String { current(at: environment.now()) }

    /// The name of the campaign that was current last; empty if there was none.
    var last: String { last(at: environment.now()) }

    /// - Parameter grace: a campaign that was set so shortly after the time counts too.
    func current(at time: Timestamp, grace: Duration = .zero) -> String {
        let now = environment.now()
        return memory.withLock { $0.current(at: time, now: now, grace: grace) }
    }

    func last(at time: Timestamp) -> String { memory.withLock { $0.last(at: time) } }

    /// Makes the campaign in the parameters current, on disk before this returns.
    /// - Parameter name: wins over a name in the parameters; an empty one does not.
    /// - Returns: whether a campaign became current: not without a name, and not if it has ended already.
    @discardableResult
    func adopt(named name: String = "", from parameters: [String: EngageValue]) -> Bool {
        let now = environment.now()
        guard let campaign = rules.campaign(named: name, in: parameters, now: now) else { return false }
        for name in rules.unreadable(in: parameters, now: now) {
            log(
                .warning, .debug,
                "the \(name) of a campaign cannot be read and is ignored; a number has to be in seconds")
        }
        return set(campaign, now: now)
    }

    /// Makes a campaign current that ends at a time.
    func set(_ name: String, until end: Timestamp) -> Bool {
        guard CampaignRules.nameSize.contains(name.utf8.count) else { return false }
        return set(Campaign(name: name, expires: end), now: environment.now())
    }

    private func set(_ campaign: Campaign, now: Timestamp) -> Bool {
        // Stored under the lock, so that the file has the campaign that was set last.
        let (isSet, isOther) = memory.withLock { memory in
            let before = memory.current(at: now, now: now)
            guard memory.set(campaign, now: now) else { return (false, false) }
            store(memory)
            return (true, before != campaign.name)
        }
        if isOther { changed(campaign.name) }
        if !isSet { log(.info, .debug, "a campaign had ended before it was set; the current one stays") }
        return isSet
    }

    private func store(_ memory: CampaignMemory) {
        do {
            try state.store([Self.name: String(decoding: JSONEncoder().encode(memory), as: UTF8.self)])
        } catch {
            log(.error, .debug, "the campaign could not be stored: \(error)")
        }
    }
}
