extension Ad {
    /// The topic of an ad, as a code of one authority. Codes of different authorities never match.
    ///
    /// The type is nested in ``Ad`` because the Objective-C runtime also has a type `Category`.
    public struct Category: Sendable, Hashable {
        /// The authority that defines the code. A missing authority matches only another missing one.
        public var authority: String?
        /// The code. The parser splits lists of blocked codes (4.1) at the commas.
        public var code: String

        /// Without an authority, the category matches only categories without one.
        public init(authority: String? = nil, code: String) {
            self.authority = authority
            self.code = code
        }
    }
}
