/// What a server adds to the standard. Unknown extensions are kept and are never an error.
public struct Extension: Sendable, Hashable {
    /// The `type` attribute, or, as the rewarded-video extension has it, the `name` attribute.
    public var type: String?
    /// The extension as it stands.
    public var element: Element

    /// Makes an extension.
    public init(type: String? = nil, element: Element) {
        self.type = type
        self.element = element
    }

    /// The extension as a reward, if it is one.
    public var reward: Reward? { Reward(self) }
}
