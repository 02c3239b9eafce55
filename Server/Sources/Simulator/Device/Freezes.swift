import Synchronization

/// What the lab holds back on a phone, to reproduce each status of an Engage event.
final class Freezes: Sendable {
    enum Setting: String, Codable, CaseIterable {
        case working
        case frozen
    }

    private struct State {
        var signIn = Setting.working
        var augmentation = Setting.working
        var questions = 0
    }

    private let state = Mutex(State())

    /// Frozen: no host issues or accepts access tokens.
    var signIn: Setting {
        get { state.withLock { $0.signIn } }
        set { state.withLock { $0.signIn = newValue } }
    }

    /// Frozen: a plug-in of each app is not ready, so that events wait for it.
    var augmentation: Setting {
        get { state.withLock { $0.augmentation } }
        set { state.withLock { $0.augmentation = newValue } }
    }

    /// How often a plug-in was asked while augmentation was frozen: an event waits for it once it was asked.
    var questions: Int { state.withLock { $0.questions } }

    /// Answers a plug-in's host whether the plug-in is ready.
    func answer() -> Bool {
        state.withLock { state in
            if state.augmentation == .frozen { state.questions += 1 }
            return state.augmentation == .working
        }
    }
}
