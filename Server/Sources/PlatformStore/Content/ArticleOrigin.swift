/// Where an imported article came from, so that the next import of the same source finds it again.
public struct ArticleOrigin: Sendable, Hashable, Codable {
    /// The import source: a feed's address, a folder, or another name that the importer gave it.
    public let importSource: String
    /// The article within the source: a path or a GUID.
    public let key: String
    /// A hash of everything that the source says about the article; equal hashes mean that nothing changed.
    public let hash: String

    /// Describes where an article came from.
    public init(importSource: String, key: String, hash: String) {
        self.importSource = importSource
        self.key = key
        self.hash = hash
    }
}
