public import MarqueeWire

/// Adds values to universal events after they are tracked and before they are sent, for example the weather.
///
/// ```swift
/// struct Weather: AugmentationPlugin {
///     func augment(_ event: UniversalEvent) -> UniversalEvent {
///         event.setting("Temperature", to: "21")
///     }
/// }
/// ```
///
/// Plug-ins run in the order in which the app added them. Each event has one timeout for all of them; after it the event
/// is sent as it was tracked.
public protocol AugmentationPlugin: Sendable {
    /// Whether later plug-ins wait for this one, because they may use its values. `true` by default.
    var isSynchronous: Bool { get }

    /// Whether the plug-in has anything to do with events of this type now. Where no plug-in has, the event is ready at
    /// once. `true` by default.
    ///
    /// Called on the thread that tracks, so it must not wait.
    func applies(to type: UniversalEventType) -> Bool

    /// Whether ``augment(_:)`` can be called now. Asked every 100 ms until the answer is `true` or the timeout passes. An
    /// error counts as `false`. `true` by default.
    ///
    /// Must not wait.
    func isReady(for event: UniversalEvent) throws -> Bool

    /// Returns the event with more or other attributes; its type, time and ids stay what they are.
    ///
    /// After an error the plug-in counts as not ready and is asked again. The task is cancelled when the event's timeout
    /// passes.
    func augment(_ event: UniversalEvent) async throws -> UniversalEvent
}

extension AugmentationPlugin {
    /// `true`: later plug-ins wait.
    public var isSynchronous: Bool { true }

    /// `true` for every type.
    public func applies(to type: UniversalEventType) -> Bool { true }

    /// `true`: the plug-in waits for nothing.
    public func isReady(for event: UniversalEvent) throws -> Bool { true }
}
