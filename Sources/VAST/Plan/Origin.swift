/// Where a part of a plan came from: one document of a chain.
public struct Origin: Sendable, Hashable {
    /// 0 for the document that was asked for first, one more for each wrapper followed.
    public var level: Int
    /// The document's address, macros expanded; `nil` for a document that was handed over.
    public var address: String?
    /// The ad's id in that document.
    public var adID: String?
    /// The server's name in that document.
    public var system: String?

    /// Makes an origin.
    public init(level: Int, address: String? = nil, adID: String? = nil, system: String? = nil) {
        self.level = level
        self.address = address
        self.adID = adID
        self.system = system
    }
}
