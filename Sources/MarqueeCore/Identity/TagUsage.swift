/// A tag of a user and its count.
///
/// Tags are compared byte for byte. Two tags that look the same, or that Unicode defines as equivalent, are different
/// tags.
public struct TagUsage: Sendable, Hashable {
    /// The same bytes that the app gave.
    public let tag: String
    /// The number of views of content with this tag, at least 1.
    public let count: Int

    /// A tag and the number of its views.
    public init(tag: String, count: Int) {
        self.tag = tag
        self.count = count
    }
}
