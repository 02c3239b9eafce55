/// How often a user met a tag.
///
/// Tags are compared byte for byte: two spellings that look alike, or that Unicode calls equivalent, are two tags.
public struct TagUsage: Sendable, Hashable {
    /// Byte for byte as the app gave it.
    public let tag: String
    /// At least 1.
    public let count: Int

    /// Joins a tag with how often its content was viewed.
    public init(tag: String, count: Int) {
        self.tag = tag
        self.count = count
    }
}
