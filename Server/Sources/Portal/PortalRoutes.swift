import HTTPTypes
public import Hummingbird
public import PlatformStore
import Publishing
package import Web

/// The web pages of a team: signing in, content, publishing, releases, devices, live events and reports, below
/// `/portal`.
public struct PortalRoutes: Sendable {
    /// Failures are answered with pages.
    package static let dialects = [DialectPlace(PageDialect(), below: "/portal")]

    private let desk: PortalDesk
    private let setUpToken: String
    private let invitations: any InvitationStore

    /// Gathers what the pages show and change; nothing is served before ``add(to:)``.
    /// - Parameters:
    ///   - parts: what the pages show and change.
    ///   - reach: how browsers reach them.
    ///   - setUpToken: what the maker of the first account must know; printed where the server was started.
    ///   - hasLab: whether the menu shows the device lab.
    public init(_ parts: PortalParts, reach: PortalReach, setUpToken: String, hasLab: Bool) {
        self.setUpToken = setUpToken
        invitations = parts.platform.invitations
        desk = PortalDesk(
            accounts: parts.platform.accounts, apps: parts.platform.apps,
            wings: [
                ContentWing(parts), EngageWing(parts), PlacementsWing(parts),
                TeamWing(platform: parts.platform, keys: parts.publisher.keys),
            ],
            reach: reach, hasLab: hasLab, uploads: parts.platform.folder, now: parts.now)
    }

    /// The signed-in session of a request, for other parts of the server that only people with an account may use.
    public func session(of request: Request) async throws -> Session? {
        try await desk.session(of: request)
    }

    /// Adds everything below `/portal`, and sends `/` there.
    public func add(to router: Router<some RequestContext>) {
        router.get("/") { _, _ in PortalDesk.redirect("/portal/") }
        let portal = router.group("portal")
        let assets = BundledAssets(
            ["portal.css", "portal.js", "icon.svg"] + desk.wings.flatMap(\.scripts), in: "Assets", of: .module)
        portal.get("assets/:name") { request, context in
            try assets.answer(context.parameters.require("name"), to: request)
        }
        DoorRoom(desk: desk, setUpToken: setUpToken).add(to: portal)
        InvitationDoor(desk: desk, invitations: invitations).add(to: portal)
        desk.addRooms(to: portal)
    }
}
