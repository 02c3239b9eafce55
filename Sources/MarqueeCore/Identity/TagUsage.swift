/// How often a user met a tag.
///
/// Tags are compared byte for byte: two spellings that look alike, or that Unicode calls equivalent, are two tags.
public struct TagUsage: Sendable, Hashable {
    public let tag: String
    /// At least 1.
    public let count: Int

    public init(tag: String, count: Int) {
        self.tag = tag
        self.count = count
    }
}
