/// The address of a click.
public struct Click: Sendable, Hashable {
    /// The ad server's id.
    public var id: String?
    /// The address to open or to request.
    public var url: URLTemplate

    /// The id is optional.
    public init(id: String? = nil, url: URLTemplate) {
        self.id = id
        self.url = url
    }
}
