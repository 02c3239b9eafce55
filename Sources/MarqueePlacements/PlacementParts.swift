import Foundation
import MarqueeCore

/// What every request of an app uses.
struct PlacementParts: Sendable {
    let environment: Environment
    let log: Log
    let client: PlacementClient
    /// The id of the install, which signatures of rewards and purchases cover.
    let gid: String
    let rewards: RewardDelivery
    let purchases: PurchaseHandling
    let links: LinkFollower
    let files: UnitFiles
    let surfaces = SurfacesInUse()
    /// Requests an address once.
    let ping: @Sendable (URL) -> Void
    /// The whole seconds since the last open; 0 before it.
    let sessionSeconds: @Sendable () -> Int64
    /// Whether the badge of a placement is on screen with a value.
    let isBadgeShown: @Sendable (String) -> Bool
    /// What the app said of its player.
    let player: @Sendable () -> PlayerDetails
}
