import Synchronization

/// How sample games behave on a phone; survives the kill of any app.
final class GameSettings: Sendable {
    /// When the game acknowledges a reward.
    enum Rewards: String, Codable, CaseIterable {
        /// As soon as it is in the purse.
        case acknowledged
        /// When the tester says so: until then a kill makes the SDK deliver it again.
        case held
    }

    /// What the game shows when it was started.
    enum Start: String, Codable, CaseIterable {
        case nothing
        /// The placement `launch`.
        case launch
    }

    private struct State {
        var rewards = Rewards.acknowledged
        var start = Start.nothing
        var account = LabStore.Account.sandbox
        var fault = IntegrationFault.none
        var profile = SystemProfile.current
        var screen = ScreenSize(width: 353, height: 738)
    }

    private let state = Mutex(State())

    var rewards: Rewards {
        get { state.withLock { $0.rewards } }
        set { state.withLock { $0.rewards = newValue } }
    }

    var start: Start {
        get { state.withLock { $0.start } }
        set { state.withLock { $0.start = newValue } }
    }

    /// The account that pays in the store.
    var account: LabStore.Account {
        get { state.withLock { $0.account } }
        set { state.withLock { $0.account = newValue } }
    }

    /// The mistake in the game's use of placements.
    var fault: IntegrationFault {
        get { state.withLock { $0.fault } }
        set { state.withLock { $0.fault = newValue } }
    }

    /// Counts from the next start of an app.
    var profile: SystemProfile {
        get { state.withLock { $0.profile } }
        set { state.withLock { $0.profile = newValue } }
    }

    /// The phone's screen as it is turned now.
    var screen: ScreenSize {
        get { state.withLock { $0.screen } }
        set { state.withLock { $0.screen = newValue } }
    }
}

/// Width and height in points.
struct ScreenSize: Codable, Sendable, Equatable {
    static let range = 100...3000

    let width: Int
    let height: Int
}

/// The phone's operating system.
enum SystemProfile: String, Codable, CaseIterable {
    case current
    /// A version that has neither a store's view of its own nor advertising ids, and tells apps its hardware address.
    case old

    /// The system's version, as requests carry it.
    var version: String {
        switch self {
        case .current: "17.4"
        case .old: "5.1.1"
        }
    }

    var hasStoreView: Bool { self == .current }
    var hasAdvertisingID: Bool { self == .current }
    var hasHardwareAddress: Bool { self == .old }
}
