/// The state machine behind SwiftUI's `isPresented`: it receives events and returns actions.
///
/// The app sets the value to present or dismiss a hub. The value is set back to false when a person closes the hub, and
/// when presenting fails.
public struct PresentationSwitch: Sendable, Hashable {
    /// What happened.
    public enum Event: Sendable, Hashable, CaseIterable {
        /// The app set the value to true.
        case switchedOn
        /// The app set the value to false.
        case switchedOff
        /// The surface appeared on screen.
        case appeared
        /// The surface left the screen.
        case disappeared
        /// The call that presents the hub returned or threw.
        case returned
    }

    /// What the caller must do.
    public enum Action: Sendable, Hashable {
        /// Present a hub.
        case present
        /// Dismiss the hub, and cancel the call that presents it.
        case dismiss
        /// Set the app's value to false.
        case switchOff
    }

    /// The app's value.
    private var isOn = false
    /// Whether the call that presents the hub is running.
    private var isRunning = false
    private var isOnScreen = false
    /// Whether the hub is being dismissed.
    private var isLeaving = false

    /// Makes a switch that is off.
    public init() {}

    /// Handles an event; an event that does not fit the state changes nothing.
    public mutating func handle(_ event: Event) -> Action? {
        switch event {
        case .switchedOn:
            isOn = true
            return present()
        case .switchedOff:
            isOn = false
            guard !isIdle, !isLeaving else { return nil }
            isLeaving = true
            return .dismiss
        case .appeared:
            isOnScreen = true
            return nil
        case .disappeared:
            guard isOnScreen else { return nil }
            isOnScreen = false
            return ended()
        case .returned:
            guard isRunning else { return nil }
            isRunning = false
            return ended()
        }
    }

    private var isIdle: Bool { !isRunning && !isOnScreen }

    private mutating func present() -> Action? {
        guard isIdle else { return nil }
        isRunning = true
        return .present
    }

    /// The call has returned or the surface has left the screen; the presentation is over when both are true.
    private mutating func ended() -> Action? {
        guard isIdle else { return nil }
        let wasLeaving = isLeaving
        isLeaving = false
        // The app may have switched on again while the hub was being dismissed.
        if wasLeaving { return isOn ? present() : nil }
        guard isOn else { return nil }
        isOn = false
        return .switchOff
    }
}
