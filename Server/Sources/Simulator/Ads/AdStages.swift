import Secrets
import Synchronization

/// The ads that are being tried. Beyond the limit, a new ad replaces the one that was unused the longest.
final class AdStages: Sendable {
    /// The most ads at the same time.
    static let maximum = 16

    private struct State {
        var stages: [AdStage] = []
        var next = 1
    }

    private let state = Mutex(State())
    private let uptime: @Sendable () -> Duration

    init(uptime: @escaping @Sendable () -> Duration) {
        self.uptime = uptime
    }

    func add(_ setup: AdSetup, origin: String) throws(LabError) -> AdStage {
        let id = state.withLock { state in
            defer { state.next += 1 }
            return String(state.next)
        }
        let stage = try AdStage(id: id, setup: setup, origin: origin, uptime: uptime)
        state.withLock { state in
            if state.stages.count >= Self.maximum, let oldest = state.stages.max(by: { $0.idle < $1.idle }) {
                state.stages.removeAll { $0 === oldest }
            }
            state.stages.append(stage)
        }
        return stage
    }

    func stage(_ id: String) throws(LabError) -> AdStage {
        guard let stage = state.withLock({ $0.stages.first { $0.id == id } }) else {
            throw LabError(.unknownAd, "the ad \(id.prefix(40)) has ended; start it again")
        }
        return stage
    }

    /// The ad whose pages are served under `token`.
    func stage(token: String) -> AdStage? {
        state.withLock { $0.stages.first { ConstantTime.equal($0.token, token) } }
    }

    func remove(_ id: String) {
        state.withLock { $0.stages.removeAll { $0.id == id } }
    }
}
