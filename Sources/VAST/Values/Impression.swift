/// An address that counts an impression.
public struct Impression: Sendable, Hashable {
    /// As the server names it.
    public var id: String?
    /// What is asked for.
    public var url: URLTemplate

    /// Makes an impression.
    public init(id: String? = nil, url: URLTemplate) {
        self.id = id
        self.url = url
    }
}
