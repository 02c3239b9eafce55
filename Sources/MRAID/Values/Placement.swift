extension Container {
    /// The kind of place that the ad has in the app, as `mraid.getPlacementType()` returns it.
    ///
    /// The second page of an expanded inline ad is also inline.
    public enum Placement: String, Sendable, Hashable, CaseIterable, Codable {
        /// A banner within the app's own content.
        case inline
        /// A full-screen ad: an interstitial, or the end card of a rewarded video.
        case interstitial
    }
}
