extension Hub {
    /// Whether pages may load resources from outside the release.
    ///
    /// The pages themselves always come from the verified release.
    public enum ContentSource: Int, Sendable, CaseIterable {
        /// Pages load only from the release and from exempt URLs and domains.
        case localOnly = 0
        /// Pages may embed network resources over HTTPS. The default, as in the ZBiM SDK, although its raw value is 1.
        case externalAllowed = 1
    }
}
