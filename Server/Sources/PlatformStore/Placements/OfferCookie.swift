/// What a purchase tells of the offer that led to it: SDKs keep the text of a unit, and send it with the purchase as they
/// got it.
public struct OfferCookie: Sendable, Hashable {
    /// The id of the unit, or whatever else an app put there.
    public let unit: String
    /// The tag of the placement where the unit was shown; `nil` where the text does not say so.
    public let placement: String?

    /// A unit that is shown at a placement.
    public init(unit: String, placement: String) {
        (self.unit, self.placement) = (unit, placement)
    }

    /// Reads ``text``, and takes all of it for the unit unless a slash and a placement's tag follow.
    public init?(text: String) {
        guard !text.isEmpty else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, let unit = String(parts[0]), let tag = String(parts[1]), !unit.isEmpty,
            PlacementRecord.isTag(tag)
        else {
            (unit, placement) = (text, nil)
            return
        }
        (self.unit, placement) = (unit, tag)
    }

    /// `UNIT/PLACEMENT`: neither has a slash.
    public var text: String { placement.map { "\(unit)/\($0)" } ?? unit }
}
