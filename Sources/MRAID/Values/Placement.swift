/// How the app placed the ad, which `mraid.getPlacementType()` names.
///
/// The second part of an expanded inline ad is still inline.
public enum Placement: String, Sendable, Hashable, CaseIterable, Codable {
    /// A banner among the app's own content.
    case inline
    /// A whole screen: an interstitial, or the end card of a rewarded video.
    case interstitial
}
