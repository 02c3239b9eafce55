extension Ad {
    /// What an ad is about, in the words of one authority. Codes of different authorities never match.
    ///
    /// It stands in ``Ad`` because `Category` alone is a type of the Objective-C runtime.
    public struct Category: Sendable, Hashable {
        /// Who defines the code; `nil` when the document does not say, which matches no authority but itself.
        public var authority: String?
        /// The authority's code; for blocked categories of 4.1 a list of codes with commas is split by the parser.
        public var code: String

        /// Makes a category.
        public init(authority: String? = nil, code: String) {
            self.authority = authority
            self.code = code
        }
    }
}
