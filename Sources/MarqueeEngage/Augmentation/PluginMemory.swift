import MarqueeCore

/// Remembers which plug-ins the last launch had, so that events on hold of that launch wait for them.
final class PluginMemory: Sendable {
    private static let key = "augmentation.plugins"

    private struct State {
        /// The plug-ins of the last launch that have not come yet.
        var missing: Set<String>
        var present: Set<String> = []
        var stored: Set<String>
    }

    private let kept: EngageState
    private let log: Log
    private let state: Locked<State>

    init(_ kept: EngageState, _ log: Log) {
        self.kept = kept
        self.log = log
        var last: Set<String> = []
        do throws(MarqueeError) {
            last = Set(try kept.value(Self.key).map { $0.split(separator: "\n").map(String.init) } ?? [])
        } catch {
            log(.error, .debug, "the plug-ins of the last launch could not be read: \(error.message)")
        }
        state = Locked(State(missing: last, stored: last))
    }

    /// Whether a plug-in of the last launch has not come yet.
    var isWaiting: Bool { state.withLock { !$0.missing.isEmpty } }

    /// Notes the plug-ins that are there. Those of the last launch stay noted until they are given up.
    /// - Returns: whether this was the last one that was missing.
    func added(_ present: Set<String>) -> Bool {
        state.withLock { state in
            let wasWaiting = !state.missing.isEmpty
            state.missing.subtract(present)
            state.present = present
            store(&state)
            return wasWaiting && state.missing.isEmpty
        }
    }

    /// The plug-ins that are missing do not come any more.
    func gaveUp() {
        state.withLock { state in
            state.missing = []
            store(&state)
        }
    }

    /// Stored under the lock, so that the file has the newest list.
    private func store(_ state: inout State) {
        let all = state.present.union(state.missing)
        guard all != state.stored else { return }
        do throws(MarqueeError) {
            try kept.store([Self.key: all.isEmpty ? nil : all.sorted().joined(separator: "\n")])
            state.stored = all
        } catch {
            log(.error, .debug, "the plug-ins could not be noted: \(error.message)")
        }
    }
}
