/// An install that opted out, whose events of placements are to be erased.
public struct PlacementOptOut: Sendable, Hashable {
    /// How long servers over one database have to erase the events: 7 days.
    public static let lifetime = Duration.seconds(7 * 86_400)

    /// Tells the opt-out from all others, in their order.
    public let place: String
    /// The app's id.
    public let app: String
    /// The install, as its requests named it.
    public let install: String
}
