/// The part of an ad beside the player or after the video (VAST 4.3, section 3.13).
public struct CompanionAds: Sendable, Hashable {
    /// How many of the companions must be shown with the video.
    public enum Requirement: String, Sendable, CaseIterable {
        /// All of them; otherwise the ad must not play. A player shows one end card, so an ad with several companions
        /// after the video does not play.
        case all
        /// At least one; otherwise the ad must not play.
        case any
        /// The player decides.
        case none
    }

    /// `nil` when the document does not state it, which means none.
    public var required: Requirement?
    /// In the document's order.
    public var items: [Companion]

    /// Without a requirement, the player decides.
    public init(required: Requirement? = nil, items: [Companion] = []) {
        self.required = required
        self.items = items
    }
}
