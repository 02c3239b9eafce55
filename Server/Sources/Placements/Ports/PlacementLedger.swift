package import MarqueeWire

/// Receives what devices do with placements, for reports.
package protocol PlacementLedger: Sendable {
    /// Notes actions together. The devices wait for it, and get their answers also when nothing could be noted.
    func note(_ actions: [PlacementAction]) async
}

/// Something that a device did with placements, once for each ``key``.
package struct PlacementAction: Sendable {
    /// A unit of a placement.
    package struct Unit: Sendable, Hashable {
        package let id: String
        package let kind: String
        package let placement: String
        /// Whether the device says that the placement's badge was on the screen.
        package let hadBadge: Bool

        package init(id: String, kind: String, placement: String, hadBadge: Bool) {
            (self.id, self.kind, self.placement, self.hadBadge) = (id, kind, placement, hadBadge)
        }
    }

    /// What the device did.
    package enum Deed: Sendable, Hashable {
        /// It opened the app, after sessions of some seconds.
        case opened(sessions: Int, seconds: Int)
        /// It asked for a unit, and got one or none.
        case askedForUnit(placement: String, Unit?)
        /// It asked for a badge.
        case askedForBadge(placement: String, hasValue: Bool)
        case showed(Unit)
        /// It followed one of the unit's links.
        case clicked(Unit, place: Int)
        /// It dismissed the unit with the close button (`close`) or with the unit's own (`dismiss`).
        case dismissed(Unit, reason: String)
        case unlocked(Unit, reward: String, quantity: Int)
        /// Its player pressed the button that buys.
        case triedToBuy(Unit, product: String)
        /// It reported a purchase, which a unit may have offered.
        case reportedPurchase(
            product: String, quantity: Int, resolution: String, unit: String?, placement: String?)
        case answeredForm(Unit)
    }

    package let app: String
    /// `nil` for a device that opted out.
    package let install: String?
    /// Whether the device is a test device.
    package let isTest: Bool
    /// Tells the action from all others of its app that were ``made`` at the same time.
    package let key: String
    /// The same time whenever the action is reported.
    package let made: Timestamp
    package let deed: Deed

    package init(app: String, install: String?, isTest: Bool, key: String, made: Timestamp, deed: Deed) {
        (self.app, self.install, self.isTest) = (app, install, isTest)
        (self.key, self.made, self.deed) = (key, made, deed)
    }
}
