/// The part of an ad that stands beside the player or after the video (VAST 4.3, section 3.13).
public struct CompanionAds: Sendable, Hashable {
    /// How many of the companions must be shown with the video.
    public enum Requirement: String, Sendable, CaseIterable {
        /// Every one, or the ad must not be played. A player shows one end card, so that an ad with several companions
        /// which follow it is not played.
        case all
        /// At least one, or the ad must not be played.
        case any
        /// As the player likes.
        case none
    }

    /// `nil` when the document does not say, which means none.
    public var required: Requirement?
    /// In the document's order.
    public var items: [Companion]

    /// Makes a set of companions.
    public init(required: Requirement? = nil, items: [Companion] = []) {
        self.required = required
        self.items = items
    }
}
