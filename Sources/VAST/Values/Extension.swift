/// A server's addition to the standard. Unknown extensions are kept and are never an error.
public struct Extension: Sendable, Hashable {
    /// The `type` attribute. The rewarded-video extension uses the `name` attribute instead.
    public var type: String?
    /// The extension's XML element.
    public var element: Element

    /// `type` is written as an attribute if the element has none.
    public init(type: String? = nil, element: Element) {
        self.type = type
        self.element = element
    }

    /// The extension as a reward; `nil` for other extensions.
    public var reward: Reward? { Reward(self) }
}
