/// Who advertises.
public struct Advertiser: Sendable, Hashable {
    /// As the server names it (from 4.1 on).
    public var id: String?
    /// For people.
    public var name: String

    /// Makes an advertiser.
    public init(id: String? = nil, name: String) {
        self.id = id
        self.name = name
    }
}
