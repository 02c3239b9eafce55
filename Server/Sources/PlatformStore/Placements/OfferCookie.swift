import MarqueeWire

/// What a purchase tells of the offer that led to it. SDKs keep the cookie of the offer, and send it unchanged with the
/// purchase.
public struct OfferCookie: Sendable, Hashable {
    /// The id of the unit, or whatever else an app put there.
    public let unit: String
    /// The tag of the placement where the unit was shown; `nil` where the text does not say so.
    public let placement: String?

    /// A unit that is shown at a placement.
    public init(unit: String, placement: String) {
        (self.unit, self.placement) = (unit, placement)
    }

    /// Reads ``text``. What is not of this form is a unit's id as a whole.
    public init?(text: String) {
        guard !text.isEmpty else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, let unit = String(parts[0]), let tag = String(parts[1]),
            Scope.isValid(unit), PlacementRecord.isTag(tag)
        else {
            (unit, placement) = (text, nil)
            return
        }
        (self.unit, placement) = (unit, tag)
    }

    /// `UNIT/PLACEMENT`: neither has a slash.
    public var text: String { placement.map { "\(unit)/\($0)" } ?? unit }
}
