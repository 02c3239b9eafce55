/// Whether what reaches out of the ad, or changes its place, needs a tap of the person on the ad.
///
/// The standard asks for none. The rule keeps an ad from covering the screen, opening a browser or counting a click with nobody
/// touching it. A tap is used up by what it allows, so one tap never leads to two.
public enum TapRule: Sendable, Hashable {
    /// A tap is needed.
    ///
    /// It counts for `window`. Ads act when a finger comes down, and a tap is known when it is lifted: what comes without a tap
    /// waits for one for `patience`, and is refused after that.
    case needed(within: Duration = .seconds(5), patience: Duration = .milliseconds(500))
    /// Everything is allowed without a tap.
    case notNeeded
}
