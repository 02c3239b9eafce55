extension Container {
    /// A version of the standard, chosen for each ad.
    ///
    /// Ads written for 2.0 compare `mraid.getVersion()` with exactly `"2.0"`, so one version does not fit all ads.
    public enum Version: String, Sendable, Hashable, CaseIterable, Codable {
        /// MRAID 2.0 of 2012.
        case v2 = "2.0"
        /// MRAID 3.0 of 2018.
        case v3 = "3.0"
    }
}
