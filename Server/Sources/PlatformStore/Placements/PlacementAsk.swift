public import Decisioning
public import MarqueeWire

/// A device's request, as far as the store decides it in one transaction.
public struct PlacementAsk: Sendable {
    /// What is asked for; indirect, because it is large and handed on several times.
    public indirect enum Purpose: Sendable {
        /// A session: the token that the device has, empty before the first; and a new one, used if the first is unknown.
        case session(known: String, new: String)
        /// A unit for a placement. A unit that is chosen counts as shown. Lists of games leave out the apps that are
        /// hidden, and a list of nothing else is not chosen.
        case unit(
            placement: String, DecisionRequest, skipping: Set<String>, hiding: [String] = [], seed: UInt64)
        /// The badge of a placement.
        case badge(placement: String)
        /// Whether the app has a placement and a unit.
        case offer(placement: String?, unit: String)
        /// Nothing that the store decides.
        case nothing
    }

    /// The app.
    public var app: String
    /// Counts once, until ``nonceEnds``.
    public var nonce: String
    /// Until when a second request with the nonce is refused.
    public var nonceEnds: Timestamp
    /// The install that asks; `nil` for a device that opted out, of which nothing is stored.
    public var install: String?
    /// Every id by which the device may be marked as a test device.
    public var identifiers: [String]
    /// What is asked for.
    public var purpose: Purpose
    /// Whether the reasons for a unit are asked for. Test devices get them in any case.
    public var explains: Bool

    /// Keeps an install with the unit that it drew among units of one priority. What it draws at one placement says nothing of
    /// another one.
    /// - Parameter tag: the placement's.
    public static func seed(_ install: String, at tag: String) -> UInt64 {
        (tag + "\u{0}" + install).utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// A request.
    public init(
        app: String, nonce: String, nonceEnds: Timestamp, install: String?, identifiers: [String], purpose: Purpose,
        explains: Bool = false
    ) {
        self.app = app
        self.nonce = nonce
        self.nonceEnds = nonceEnds
        self.install = install
        self.identifiers = identifiers
        self.purpose = purpose
        self.explains = explains
    }
}

/// What came of a ``PlacementAsk``.
public struct PlacementVerdict: Sendable {
    /// What is answered; indirect, because it is large and handed on several times.
    public indirect enum Outcome: Sendable {
        /// The nonce was used before; nothing was done.
        case replayed
        /// The token of the device's session, and the kinds of units that its app may show.
        case session(token: String, kinds: Set<ContentUnitRecord.Kind>)
        /// The app has no placement with this tag.
        case unknownPlacement
        /// The chosen unit, or none, and the badge of its placement; with the reasons, for test devices and where they were
        /// asked for.
        case unit(ContentUnitRecord?, badge: String, Reasons?)
        /// The text of a badge; empty for none.
        case badge(String)
        /// Whether the app has the placement and the unit of an offer.
        case offer(hasPlacement: Bool, hasUnit: Bool)
        /// The nonce is taken.
        case accepted
    }

    /// Why a unit was chosen, or none.
    public struct Reasons: Sendable {
        /// The decision among the units that were not skipped.
        public let decision: Decision
        /// The units of the placement that the request skipped.
        public let skipped: [String]
        /// The lists of the placement that would have no entry.
        public let emptied: [String]
    }

    /// What is answered.
    public let outcome: Outcome
    /// Whether the device is marked as a test device.
    public let isTest: Bool
}
