/// Keeps a hub on screen as a value that both the app and a person switch: events in, actions out.
///
/// The app sets the value to show a hub or to take it away; a person who closes the hub, and a presentation that fails,
/// set it back. Behind SwiftUI's `isPresented`.
public struct PresentationSwitch: Sendable, Hashable {
    /// What happened.
    public enum Event: Sendable, Hashable, CaseIterable {
        /// The app wants a hub.
        case switchedOn
        /// The app wants none.
        case switchedOff
        /// The surface took its place on screen.
        case appeared
        /// The surface left the screen.
        case disappeared
        /// The call that presents returned or threw.
        case returned
    }

    /// What is to be done.
    public enum Action: Sendable, Hashable {
        /// Presents a hub.
        case present
        /// Dismisses it, and cancels the call that presents it.
        case dismiss
        /// Sets the app's value back.
        case switchOff
    }

    /// What the app's value says.
    private var isOn = false
    /// The call that presents has not returned.
    private var isRunning = false
    private var isOnScreen = false
    /// The hub was asked to go.
    private var isLeaving = false

    /// Begins switched off.
    public init() {}

    /// Takes an event; what does not fit the state changes nothing.
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

    /// A part of the presentation is over; perhaps all of it.
    private mutating func ended() -> Action? {
        guard isIdle else { return nil }
        let wasLeaving = isLeaving
        isLeaving = false
        // Switched on again while it left.
        if wasLeaving { return isOn ? present() : nil }
        guard isOn else { return nil }
        isOn = false
        return .switchOff
    }
}
