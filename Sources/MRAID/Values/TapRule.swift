/// Whether an ad needs a tap to act outside itself or to change its place.
///
/// The standard requires none. The rule stops an ad from covering the screen, opening a browser or counting a click
/// while nobody touches it. Each tap allows one action.
public enum TapRule: Sendable, Hashable {
    /// A tap is needed.
    ///
    /// A tap counts for `window`. Ads act when a finger comes down, and the tap is known when it is lifted. So a
    /// request without a tap waits for one during `patience`, and is refused after that.
    case needed(within: Duration = .seconds(5), patience: Duration = .milliseconds(500))
    /// No tap is needed.
    case notNeeded
}
