import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import PlatformStore
import Testing
import Web

@testable import Portal

/// A wing brings its menu, its rooms, its scripts and the name that roles are given under; nothing else knows it.
@Suite struct WingTests {
    private struct NoticeWing: PortalWing {
        var wing: Wing { .team }
        var scripts: [String] { ["notice.js"] }
        var menu: [MenuSection] {
            [
                MenuSection(
                    heading: "Notices",
                    entries: [
                        MenuEntry(address: "/portal/notices", name: "All notices"),
                        MenuEntry(address: "/portal/notices/secret", name: "Secret notices", needs: .owner),
                    ])
            ]
        }

        func rooms(_ desk: PortalDesk) -> [any PortalRoom] { [NoticeRoom(desk: desk)] }
    }

    private struct NoticeRoom: PortalRoom {
        struct Page: Sendable {
            let frame: PageFrame
            let text = "Notice"
            let losses: [String] = []
            let action = "/portal/notices"
            let fields: [ConfirmPage.Field] = []
            let button = "Post"
            let back = "/portal/notices"
        }

        let desk: PortalDesk

        func add(to routes: RoomRoutes<some RequestContext>) {
            for (path, role) in [("notices", Role.viewer), ("notices/written", .editor), ("notices/secret", .owner)] {
                routes.get(RouterPath(path), needs: role) { _, _, visit in
                    try desk.page(Page(frame: desk.frame("Notices", at: "/portal/notices", visit)), "confirm")
                }
                routes.post(RouterPath(path), needs: role) { _, _, visit, _ in
                    PortalDesk.redirect("/posted/\(try visit.id())")
                }
            }
            routes.post("notices/own", needs: nil) { _, _, visit, _ in PortalDesk.redirect("/own/\(visit.who)") }
        }
    }

    private static func run(
        _ roles: WingRoles, _ body: @escaping @Sendable (Browser) async throws -> Void
    ) async throws {
        let portal = try await TestPortal()
        let desk = PortalDesk(
            accounts: portal.platform.accounts, apps: portal.platform.apps, wings: [NoticeWing()],
            reach: PortalReach(servesTLS: false, formLimit: 10_000), hasLab: false
        ) { portal.clock.now }
        _ = try await portal.platform.accounts.createFirst(name: "Ann", password: TestPortal.password)
        _ = try await portal.platform.accounts.create(
            name: "Eve", password: TestPortal.password, roles: roles, by: "Ann")
        let router = Router(context: TestPortal.Context.self)
        router.add(middleware: ErrorAnswers(PortalRoutes.dialects))
        let group = router.group("portal")
        DoorRoom(desk: desk, setUpToken: TestPortal.token).add(to: group)
        desk.addRooms(to: group)
        try await Application(router: router, logger: Logger(label: "test")).test(.router) { client in
            let browser = Browser(client)
            try await browser.signIn("Eve")
            try await body(browser)
        }
    }

    @Test(arguments: [
        (WingRoles.onlooker, 1), (.contentEditor, 1), ([.team: .editor], 2),
        (.administrator, 3),
    ])
    func `a room's pages and forms answer from the declared role on`(
        _ roles: WingRoles, _ count: Int
    ) async throws {
        try await Self.run(roles) { browser in
            _ = try await browser.get("/portal/notices")
            let paths = ["/notices", "/notices/written", "/notices/secret"]
            let open = paths.prefix(count)
            for path in paths {
                let (page, form) = (try await browser.get("/portal" + path), try await browser.post("/portal" + path))
                #expect(page.status == (open.contains(path) ? .ok : .forbidden), "\(path)")
                #expect(form.status == (open.contains(path) ? .seeOther : .forbidden), "\(path)")
            }
            let own = try await browser.post("/portal/notices/own")
            #expect(own.location == "/own/Eve")
        }
    }

    @Test func `the menu has what the person may see, and the page the scripts of its wing`() async throws {
        try await Self.run(.onlooker) { browser in
            let page = try await browser.get("/portal/notices")
            #expect(page.text.contains("<h2>Notices</h2>") && page.text.contains(">All notices</a>"))
            #expect(!page.text.contains("Secret notices"))
            #expect(page.text.contains("src=\"/portal/assets/notice.js\""))
        }
        try await Self.run(.administrator) { browser in
            let page = try await browser.get("/portal/notices")
            #expect(page.text.contains("Secret notices"))
        }
    }

    @Test func `every entry of the menu leads to a page, and every script is served`() async throws {
        let portal = try await TestPortal()
        try await portal.signedIn { browser in
            for start in ["/portal/hubs", "/portal/engage", "/portal/apps"] {
                let page = try await browser.get(start)
                let links = page.text.matches(of: /<li><a href="([^"]+)"/).map { String($0.1) }
                #expect(links.count >= 20, "\(links)")
                for link in links {
                    let target = try await browser.get(link)
                    #expect(target.status == .ok, "\(link)")
                }
                for script in page.text.matches(of: /<script src="([^"]+)"/).map({ String($0.1) }) {
                    let target = try await browser.get(script)
                    #expect(target.status == .ok, "\(script)")
                }
                #expect(page.text.contains("content.js") == (start == "/portal/hubs"))
                #expect(page.text.contains("engage.js") == (start == "/portal/engage"))
            }
        }
    }
}
