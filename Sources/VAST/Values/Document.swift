/// What an ad server answered: a VAST document of any version from 2.0 to 4.3 (VAST 4.3, section 3).
///
/// Lists stand in the order of the document. What a later version renamed has its newest name here; what it removed is
/// still read.
public struct Document: Sendable, Hashable {
    /// `nil` when the document does not say; such a document is read as 2.0 unless the parser is strict.
    public var version: Version?
    /// To be asked for when the document holds no ad to play.
    public var errors: [URLTemplate]
    /// In the document's order, which is not the order of a pod.
    public var ads: [Ad]

    /// Makes a document of its parts.
    public init(version: Version? = Version(4, 2), errors: [URLTemplate] = [], ads: [Ad] = []) {
        self.version = version
        self.errors = errors
        self.ads = ads
    }
}
