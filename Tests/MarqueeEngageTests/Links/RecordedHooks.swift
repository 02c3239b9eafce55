import MarqueeCore
import MarqueeWire

@testable import MarqueeEngage

/// Records what hooks ask for.
final class RecordedHooks: Sendable {
    private let state = Locked<(campaigns: [[String: EngageValue]], events: [EngageEvent])>(([], []))

    /// The values in which a campaign was looked for.
    var campaigns: [[String: EngageValue]] { state.withLock { $0.campaigns } }
    var events: [EngageEvent] { state.withLock { $0.events } }

    /// Each event gets its number as id.
    var hooks: HookEvents {
        HookEvents(
            applyCampaign: { [state] values in state.withLock { $0.campaigns.append(values) } },
            track: { [state] event in
                state.withLock { state in
                    state.events.append(event)
                    return EventID(high: 0, low: UInt64(state.events.count))
                }
            })
    }
}
