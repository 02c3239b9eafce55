/// An address for a click, with the name the server gave it.
public struct Click: Sendable, Hashable {
    /// As the server names it.
    public var id: String?
    /// What is opened or asked for.
    public var url: URLTemplate

    /// Makes a click.
    public init(id: String? = nil, url: URLTemplate) {
        self.id = id
        self.url = url
    }
}
