/// The answer of an ad server: a VAST document of version 2.0 to 4.3 (VAST 4.3, section 3).
///
/// Lists keep the order of the document. Parts that a later version renamed have their newest name here. Parts that a
/// later version removed are still read.
public struct Document: Sendable, Hashable {
    /// `nil` when the document states none. A lenient parser reads such a document as 2.0.
    public var version: Version?
    /// Requested when the document contains no ad to play.
    public var errors: [URLTemplate]
    /// In the document's order, which is not the order of a pod.
    public var ads: [Ad]

    /// By default a document of 4.2 without ads.
    public init(version: Version? = Version(4, 2), errors: [URLTemplate] = [], ads: [Ad] = []) {
        self.version = version
        self.errors = errors
        self.ads = ads
    }
}
