import MarqueeWire

/// What a purchase tells of the offer that led to it. SDKs keep the cookie of the offer, and send it unchanged with the
/// purchase.
public struct OfferCookie: Sendable, Hashable {
    /// The id of the unit, or whatever else an app put there.
    public let unit: String
    /// The tag of the placement where the unit was shown; `nil` where the text does not say so.
    public let placement: String?
    /// The offer's receipt, which its unit, the app and the purchase have in common: 1 to 16 digits. `nil` where the text
    /// does not say so.
    public let receipt: String?

    /// A unit that is shown at a placement.
    public init(unit: String, placement: String, receipt: String? = nil) {
        (self.unit, self.placement, self.receipt) = (unit, placement, receipt)
    }

    /// Reads ``text``. What is not of this form is a unit's id as a whole.
    public init?(text: String) {
        guard !text.isEmpty else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { String($0) }
        guard (2...3).contains(parts.count), let unit = parts[0], let tag = parts[1], Scope.isValid(unit),
            PlacementRecord.isTag(tag), parts.dropFirst(2).allSatisfy(Self.isReceipt)
        else {
            (unit, placement, receipt) = (text, nil, nil)
            return
        }
        (self.unit, placement, receipt) = (unit, tag, parts.count == 3 ? parts[2] : nil)
    }

    /// `UNIT/PLACEMENT/RECEIPT`: none of them has a slash.
    public var text: String { [unit, placement, receipt].compactMap(\.self).joined(separator: "/") }

    private static func isReceipt(_ text: String?) -> Bool {
        guard let text, (1...16).contains(text.utf8.count) else { return false }
        return text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
