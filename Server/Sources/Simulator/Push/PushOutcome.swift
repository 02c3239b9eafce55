/// What became of a push to a person's phones.
public enum PushOutcome: Sendable, Hashable {
    /// Why a phone did not get a push.
    public enum Refusal: String, Sendable, Hashable, CaseIterable {
        /// No phone of the lab has an app with this id.
        case noPhone = "no phone has this person"
        /// The user of each of the person's phones does not allow notifications.
        case notPermitted = "notifications are not allowed on the phone"
        /// No network reaches the person's phones.
        case unreachable = "the phone has no network"
    }

    /// So many phones got it.
    case delivered(phones: Int)
    /// No phone got it.
    case refused(Refusal)
}
