extension Hub {
    /// What pages may load besides the release itself.
    ///
    /// Pages themselves always come from the verified release.
    public enum ContentSource: Int, Sendable, CaseIterable {
        /// Nothing but the release and what is exempt by URL or domain.
        case localOnly = 0
        /// Embedded network resources load over HTTPS. The default, as in the ZBiM SDK, although it is not the zero.
        case externalAllowed = 1
    }
}
