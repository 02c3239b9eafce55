/// The document of a chain that a part of a plan comes from.
public struct Origin: Sendable, Hashable {
    /// 0 for the first document, one more for each wrapper that was followed.
    public var level: Int
    /// The address of the document, with macros replaced; `nil` for a document that the app passed in.
    public var address: String?
    /// The id of the ad in that document.
    public var adID: String?
    /// The name of the ad server in that document.
    public var system: String?

    /// Only the level is required.
    public init(level: Int, address: String? = nil, adID: String? = nil, system: String? = nil) {
        self.level = level
        self.address = address
        self.adID = adID
        self.system = system
    }
}
