public import Collector
public import Foundation
import HTTPTypes
public import Hummingbird
public import MarqueeWire
public import PlatformStore
public import Publishing
import Web

/// The web pages of a team: signing in, content, publishing, releases, devices, live events and reports, below
/// `/portal`.
public struct PortalRoutes: Sendable {
    private let desk: PortalDesk
    private let setUpToken: String
    private let invitations: any InvitationStore

    /// Gathers what the pages show and change; nothing is served before ``add(to:)``.
    /// - Parameters:
    ///   - platform: where content, accounts and the audit log are.
    ///   - publisher: makes the releases.
    ///   - collector: answers the reports and the live view.
    ///   - feeds: runs a content source when somebody asks for it.
    ///   - setUpToken: what the maker of the first account must know; printed where the server was started.
    ///   - servesTLS: session cookies are then sent over TLS only.
    ///   - hasLab: whether the menu shows the device lab.
    ///   - bodyLimit: the most bytes of a form.
    ///   - publicURL: the address devices reach this server by; `nil` when it is the one the browser used.
    ///   - proxies: how many proxies stand before the server, each adding to `X-Forwarded-For`.
    ///   - now: the wall clock; tests set it.
    public init(
        platform: Platform, publisher: Publisher, collector: Collector, feeds: FeedRunner, setUpToken: String,
        servesTLS: Bool, hasLab: Bool, bodyLimit: Int, publicURL: URL? = nil, proxies: Int = 0,
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) {
        self.setUpToken = setUpToken
        invitations = platform.invitations
        desk = PortalDesk(
            accounts: platform.accounts, apps: platform.apps,
            wings: [
                ContentWing(
                    platform: platform, publisher: publisher, collector: collector, runner: feeds, publicURL: publicURL),
                TeamWing(platform: platform, keys: publisher.keys, publicURL: publicURL),
            ],
            servesTLS: servesTLS, hasLab: hasLab, bodyLimit: bodyLimit, proxies: proxies, now: now)
    }

    /// The signed-in session of a request, for other parts of the server that only people with an account may use.
    public func session(of request: Request) async throws -> Session? {
        try await desk.session(of: request)
    }

    /// Adds everything below `/portal`, and sends `/` there.
    public func add(to router: Router<some RequestContext>) {
        router.get("/") { _, _ in PortalDesk.redirect("/portal/") }
        let portal = PortalDesk.group(in: router)
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
