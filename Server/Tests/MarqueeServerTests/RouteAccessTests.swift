import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import MarqueeWire
import NIOCore
import PlatformStore
import Testing

@testable import MarqueeServer

/// Who may do what, for every route of the server's main port: a route that the table does not have fails the test.
@Suite struct RouteAccessTests {
    /// What a route asks of the caller.
    enum Access: Sendable, Equatable {
        /// Nothing: devices, style sheets, the sign-in page.
        case open
        /// A password, a token or a link in the request itself. It does not matter who sends it.
        case door
        /// A signed-in account, whatever its roles.
        case account
        /// A signed-in account, and its password once more; the test does not send it.
        case password
        case role(Role, Wing)
        case scope(APIScope)
        /// An access token of an Engage client, which none of the callers has.
        case client
        /// A signature with the secret of an app, which none of the callers has.
        case signed

        init(_ text: String) throws {
            let words = text.components(separatedBy: " ")
            self =
                switch words[0] {
                case "open": .open
                case "door": .door
                case "account": .account
                case "client": .client
                case "signed": .signed
                case "password": .password
                case "scope": .scope(try #require(APIScope(rawValue: words[1])))
                default: .role(try #require(Role(rawValue: words[1])), try #require(Wing(rawValue: words[0])))
                }
        }
    }

    enum Caller: String, Sendable, CaseIterable {
        case anonymous
        case viewer
        case editor
        case owner
        /// A program whose token is allowed everything but what the route needs.
        case tokenWithoutScope
        case tokenWithScope
    }

    enum Answer: String, Sendable {
        case allowed
        case signIn
        case unauthorized
        case forbidden
    }

    /// By access: the routes that need it.
    private static let table = """
        open: GET / · GET /healthz · GET /portal/assets/{name} · GET /portal/sign-in
        open: GET /v1/apps/{app}/{stream}/root/{version} · HEAD /v1/apps/{app}/{stream}/root/{version}
        open: GET /v1/apps/{app}/{stream}/fresh · HEAD /v1/apps/{app}/{stream}/fresh
        open: GET /v1/apps/{app}/{stream}/objects/{hash} · HEAD /v1/apps/{app}/{stream}/objects/{hash}
        open: GET /v1/apps/{app}/{stream}/objects/{hash}/deflate · HEAD /v1/apps/{app}/{stream}/objects/{hash}/deflate
        open: GET /v1/apps/{app}/{stream}/objects/{hash}/delta/{base} · HEAD /v1/apps/{app}/{stream}/objects/{hash}/delta/{base}
        open: GET /v1/apps/{app}/{stream}/releases/{version}/contentDB.sqlite3
        open: HEAD /v1/apps/{app}/{stream}/releases/{version}/contentDB.sqlite3
        open: POST /v1/apps/{app}/{stream}/events · GET /api/v1/openapi.json
        open: GET /v3/pictures/{app}/{hub}/{name}
        open: GET /v3/templates/{hash}/{name}
        open: HEAD /v3/publisher/open · HEAD /v3/publisher/content · HEAD /v3/publisher/iap · HEAD /v3/impression
        open: HEAD /v3/publisher/dismiss · HEAD /v3/publisher/form · HEAD /v3/publisher/unlock · HEAD /v3/publisher/attempt
        door: POST /oauth/token · POST /v1/apps/{app}/store-notices
        signed: GET /v3/publisher/open · POST /v3/publisher/open · GET /v3/publisher/content · POST /v3/publisher/content
        signed: GET /v3/publisher/iap · POST /v3/publisher/iap · GET /v3/publisher/dismiss · POST /v3/publisher/dismiss
        signed: GET /v3/publisher/form · POST /v3/publisher/form · GET /v3/impression · POST /v3/impression
        signed: GET /v3/publisher/unlock · POST /v3/publisher/unlock · GET /v3/publisher/attempt · POST /v3/publisher/attempt
        placements viewer: GET /portal/placements/reports · GET /portal/placements/reports.csv
        placements viewer: GET /portal/placements/reports/units · GET /portal/placements/reports/units.csv
        placements viewer: GET /portal/placements/reports/offers · GET /portal/placements/reports/offers.csv
        placements viewer: GET /portal/placements/reports/purchases · GET /portal/placements/reports/purchases.csv
        placements viewer: GET /portal/placements/reports/value · GET /portal/placements/reports/value.csv
        placements viewer: GET /portal/placements/reports/badges · GET /portal/placements/reports/badges.csv
        placements viewer: GET /portal/placements/reports/comparison · GET /portal/placements/reports/comparison.csv
        placements editor: POST /portal/placements/reports/rates
        signed: POST /v1/placements/{app}/open · POST /v1/placements/{app}/content · POST /v1/placements/{app}/purchase
        client: POST /XMLAPI · POST /rest/events/submission
        door: GET /portal/set-up · POST /portal/sign-in · POST /portal/sign-in/code · POST /portal/set-up
        door: GET /portal/invitation/{token} · POST /portal/invitation
        password: POST /portal/own/password · POST /portal/own/second-factor · POST /portal/own/second-factor/codes
        password: POST /portal/own/second-factor/off
        account: GET /portal · GET /portal/own · POST /portal/app · POST /portal/own/second-factor/confirm
        account: POST /portal/own/session/end · POST /portal/own/sign-out-everywhere · POST /portal/sign-out
        account: GET /lab · GET /lab/assets/{name} · GET /lab/wings/{name} · GET /lab/mraid · GET /lab/api/apps
        account: GET /lab/api/apps/{id}/recipients
        account: GET /lab/api/devices · POST /lab/api/devices · DELETE /lab/api/devices/{id}
        account: POST /lab/api/devices/{id}/commands · GET /lab/api/devices/{id}/feed · GET /lab/api/ads/samples
        account: POST /lab/api/ads · POST /lab/api/ads/{id}/inputs · DELETE /lab/api/ads/{id}
        content viewer: GET /portal/content · GET /portal/articles/new · GET /portal/articles/{hub}/{id} · GET /portal/hubs
        content viewer: GET /portal/articles/{hub}/{id}/publish · GET /portal/articles/{hub}/{id}/withdraw
        content viewer: GET /portal/articles/{hub}/{id}/delete · GET /portal/articles/{hub}/{id}/history
        content viewer: GET /portal/articles/{hub}/{id}/history/{version} · GET /portal/calendar
        content viewer: GET /portal/releases/{version}/rollback
        content viewer: GET /portal/new-hub · GET /portal/hubs/{hub} · GET /portal/hubs/{hub}/delete
        content viewer: GET /portal/hubs/{hub}/new-channel · GET /portal/hubs/{hub}/channels/{id}
        content viewer: GET /portal/hubs/{hub}/channels/{id}/delete · GET /portal/feeds · GET /portal/feeds/{id}
        content viewer: GET /portal/tags · GET /portal/templates · GET /portal/templates/{name} · GET /portal/publish
        content viewer: GET /portal/releases · GET /portal/report · GET /portal/report.csv · GET /portal/devices
        content viewer: GET /portal/report/links.csv · GET /portal/devices/{id}
        content editor: POST /portal/devices · POST /portal/devices/{id}
        content viewer: GET /portal/live · GET /portal/live/events · GET /portal/preview/{hub} · GET /portal/preview/{hub}/**
        content viewer: GET /portal/files
        content editor: POST /portal/files/marquee.json · POST /portal/files/zbimconfig.plist
        content viewer: GET /portal/files/marquee.json · GET /portal/files/pubkey.der · GET /portal/files/zbimconfig.plist
        content editor: POST /portal/articles/new · POST /portal/articles/{hub}/{id} · POST /portal/articles/{hub}/{id}/delete
        content editor: POST /portal/articles/{hub}/{id}/publish · POST /portal/articles/{hub}/{id}/withdraw
        content editor: POST /portal/content/selected · POST /portal/content/selected/delete
        content editor: POST /portal/content/selected/withdraw · POST /portal/articles/{hub}/{id}/duplicate
        content viewer: GET /portal/releases/compare
        content editor: GET /portal/media/unused · POST /portal/media/unused
        content editor: POST /portal/articles/{hub}/{id}/history/{version}/restore
        content editor: POST /portal/feeds · POST /portal/feeds/{id} · POST /portal/feeds/{id}/remove · POST /portal/feeds/{id}/run
        content editor: POST /portal/new-hub · POST /portal/hubs/{hub} · POST /portal/hubs/{hub}/delete
        content editor: POST /portal/hubs/{hub}/new-channel · POST /portal/hubs/{hub}/channels/{id}
        content editor: POST /portal/hubs/{hub}/channels/{id}/delete · POST /portal/order · POST /portal/publish
        content editor: POST /portal/releases/{version}/rollback · POST /portal/tags/rename
        content editor: POST /portal/preview/{hub} · POST /portal/preview/{hub}/**
        content editor: GET /portal/feeds/{id}/remove
        content owner: GET /portal/templates/{name}/reset
        content viewer: GET /portal/media · GET /portal/media/{hub}/{name}
        content editor: POST /portal/media · POST /portal/media/{hub}/{name} · POST /portal/media/{hub}/{name}/replace
        content editor: GET /portal/media/{hub}/{name}/delete · POST /portal/media/{hub}/{name}/delete
        content owner: POST /portal/templates/{name} · POST /portal/templates/{name}/reset
        engage viewer: GET /portal/engage · GET /portal/engage/clients.csv · GET /portal/engage/databases
        engage viewer: GET /portal/engage/databases.csv · GET /portal/engage/databases/{list}
        engage viewer: GET /portal/engage/databases/{list}/columns.csv · GET /portal/engage/queries/{query}
        engage viewer: GET /portal/engage/tables/{table} · GET /portal/engage/tables/{table}/rows.csv
        engage viewer: GET /portal/engage/recipients · GET /portal/engage/recipients.csv
        engage viewer: GET /portal/engage/recipients/{list}/{recipient} · GET /portal/engage/jobs
        engage viewer: GET /portal/engage/recipients/{list}/{recipient}/timeline · GET /portal/engage/campaigns
        engage viewer: GET /portal/engage/recipients/{list}/{recipient}/timeline.csv · GET /portal/engage/campaigns.csv
        engage viewer: GET /portal/engage/events · GET /portal/engage/events.csv · GET /portal/engage/raw-events
        engage viewer: GET /portal/engage/raw-events.csv · GET /portal/engage/identities
        engage viewer: GET /portal/engage/identities.csv · GET /portal/engage/segments · GET /portal/engage/segments.csv
        engage viewer: GET /portal/engage/funnels · GET /portal/engage/funnels.csv · GET /portal/engage/retention
        engage viewer: GET /portal/engage/retention.csv · GET /portal/engage/pushes · GET /portal/engage/pushes.csv
        engage viewer: GET /portal/engage/pushes/{push} · GET /portal/engage/pushes/{push}/deliveries.csv
        engage viewer: GET /portal/engage/links
        engage viewer: GET /portal/engage/jobs.csv · GET /portal/engage/jobs/{job} · GET /portal/engage/jobs/{job}/refused.csv
        engage editor: GET /portal/engage/links/remove · GET /portal/engage/questions/{question}/remove
        engage editor: POST /portal/engage/databases · POST /portal/engage/databases/{list}/columns
        engage editor: POST /portal/engage/databases/{list}/lookup · POST /portal/engage/databases/{list}/contact-lists
        engage editor: POST /portal/engage/databases/{list}/queries · POST /portal/engage/queries/{query}/count
        engage editor: GET /portal/engage/new-table · POST /portal/engage/tables · POST /portal/engage/tables/audit
        engage editor: POST /portal/engage/tables/{table}/join · GET /portal/engage/new-recipient
        engage editor: POST /portal/engage/new-recipient · POST /portal/engage/recipients/{list}/{recipient}
        engage editor: POST /portal/engage/recipients/{list}/{recipient}/opt-out
        engage editor: POST /portal/engage/recipients/{list}/{recipient}/opt-in
        engage editor: POST /portal/engage/recipients/{list}/{recipient}/contacts
        engage editor: GET /portal/engage/recipients/{list}/{recipient}/remove
        engage editor: POST /portal/engage/recipients/{list}/{recipient}/remove
        engage editor: GET /portal/engage/import · GET /portal/engage/import/{target} · POST /portal/engage/import/{target}
        engage editor: GET /portal/engage/import/{target}/map · POST /portal/engage/import/{target}/map
        engage editor: POST /portal/engage/exports · GET /portal/engage/file · POST /portal/engage/file/remove
        engage editor: GET /portal/engage/jobs/{job}/remove · POST /portal/engage/jobs/{job}/remove · GET /portal/engage/data-requests
        engage editor: GET /portal/engage/data-requests.csv · GET /portal/engage/data-requests/export
        engage editor: POST /portal/engage/identities/remove · POST /portal/engage/identities/restore
        engage editor: POST /portal/engage/questions · POST /portal/engage/questions/{question}/remove
        engage editor: POST /portal/engage/segments/contacts · POST /portal/engage/pushes
        engage editor: POST /portal/engage/pushes/{push}/send · GET /portal/engage/pushes/{push}/remove
        engage editor: POST /portal/engage/pushes/{push}/remove · POST /portal/engage/links
        engage editor: POST /portal/engage/links/remove
        engage owner: GET /portal/engage/data-requests/erase · POST /portal/engage/data-requests/erase
        engage owner: POST /portal/engage/clients · GET /portal/engage/clients/{client}/revoke
        engage owner: POST /portal/engage/clients/{client}/revoke · POST /portal/engage/account
        engage owner: GET /portal/engage/databases/{list}/delete · POST /portal/engage/databases/{list}/delete
        engage owner: GET /portal/engage/tables/{table}/purge · POST /portal/engage/tables/{table}/purge
        engage owner: GET /portal/engage/tables/{table}/delete · POST /portal/engage/tables/{table}/delete
        team viewer: GET /portal/apps · GET /portal/audit
        team editor: GET /portal/invitations · POST /portal/invitations · POST /portal/invitations/revoke
        team editor: GET /portal/invitations/revoke
        team owner: GET /portal/accounts · GET /portal/accounts/sessions · GET /portal/apps/{app}
        team owner: GET /portal/accounts/remove · GET /portal/tokens/{token}/revoke
        team owner: GET /portal/apps/{app}/secrets/{secret}/revoke
        team owner: GET /portal/tokens · POST /portal/accounts · POST /portal/accounts/password · POST /portal/accounts/remove
        team owner: POST /portal/accounts/role · POST /portal/accounts/second-factor-off · POST /portal/accounts/sessions/end
        team owner: POST /portal/accounts/sign-out · POST /portal/apps · POST /portal/apps/secrets
        team owner: POST /portal/apps/secrets/revoke · POST /portal/apps/secrets/rotate
        team owner: POST /portal/tokens · POST /portal/tokens/revoke
        scope apps:read: GET /api/v1/apps · GET /api/v1/apps/{app}
        scope apps:write: POST /api/v1/apps
        scope content:read: GET /api/v1/apps/{app}/hubs · GET /api/v1/apps/{app}/hubs/{hub}
        scope content:read: GET /api/v1/apps/{app}/hubs/{hub}/channels · GET /api/v1/apps/{app}/hubs/{hub}/channels/{channel}
        scope content:read: GET /api/v1/apps/{app}/articles · GET /api/v1/apps/{app}/hubs/{hub}/articles/{article}
        scope content:read: GET /api/v1/apps/{app}/hubs/{hub}/articles/{article}/versions
        scope content:read: GET /api/v1/apps/{app}/hubs/{hub}/articles/{article}/versions/{number}
        scope content:write: POST /api/v1/apps/{app}/hubs/{hub}/articles/{article}/versions/{number}/restore
        scope publish: POST /api/v1/apps/{app}/hubs/{hub}/articles/{article}/withdraw
        scope content:read: GET /api/v1/apps/{app}/media · GET /api/v1/apps/{app}/hubs/{hub}/media/{file}
        scope content:write: POST /api/v1/apps/{app}/hubs/{hub}/media
        scope content:write: DELETE /api/v1/apps/{app}/hubs/{hub}/media/{file}
        scope content:write: PUT /api/v1/apps/{app}/hubs/{hub} · DELETE /api/v1/apps/{app}/hubs/{hub}
        scope content:write: PUT /api/v1/apps/{app}/hubs/{hub}/channels/{channel}
        scope content:write: DELETE /api/v1/apps/{app}/hubs/{hub}/channels/{channel}
        scope content:write: POST /api/v1/apps/{app}/hubs/{hub}/channels/{channel}/articles
        scope content:write: PUT /api/v1/apps/{app}/hubs/{hub}/articles/{article}
        scope content:write: DELETE /api/v1/apps/{app}/hubs/{hub}/articles/{article} · POST /api/v1/apps/{app}/imports
        scope releases:read: GET /api/v1/apps/{app}/releases · GET /api/v1/apps/{app}/releases/{version}
        scope releases:read: GET /api/v1/apps/{app}/changes
        scope publish: POST /api/v1/apps/{app}/releases · POST /api/v1/apps/{app}/releases/{version}/rollback
        placements viewer: GET /portal/placements · GET /portal/placements/places/{tag}
        placements viewer: GET /portal/placements/places/{tag}/why · GET /portal/placements/units/{unit}/answers
        placements viewer: GET /portal/placements/units/{unit}/answers.csv
        placements editor: POST /portal/placements · POST /portal/placements/places/{tag}
        placements editor: POST /portal/placements/places/{tag}/units · GET /portal/placements/places/{tag}/delete
        placements editor: POST /portal/placements/places/{tag}/delete
        placements viewer: GET /portal/placements/units · GET /portal/placements/units/{unit}
        placements viewer: GET /portal/placements/units/{unit}/preview
        placements viewer: GET /portal/placements/pictures/{hub}/{name}
        placements viewer: GET /portal/placements/calendar
        placements editor: POST /portal/placements/units · POST /portal/placements/units/{unit}
        placements editor: POST /portal/placements/units/{unit}/preview
        placements editor: POST /portal/placements/units/{unit}/pause · POST /portal/placements/units/{unit}/duplicate
        placements editor: GET /portal/placements/units/{unit}/delete · POST /portal/placements/units/{unit}/delete
        placements viewer: GET /portal/placements/console · GET /portal/placements/console/{id}
        placements viewer: GET /portal/placements/console/{id}/events · GET /portal/placements/console/{id}/log.csv
        placements editor: POST /portal/placements/console · POST /portal/placements/console/{id}
        placements editor: GET /portal/placements/console/{id}/remove · POST /portal/placements/console/{id}/remove
        scope reports:read: GET /api/v1/apps/{app}/report · GET /api/v1/apps/{app}/event-counts
        scope events:read: GET /api/v1/apps/{app}/events
        scope placements:read: GET /api/v1/apps/{app}/placements · GET /api/v1/apps/{app}/placements/{placement}
        scope placements:read: GET /api/v1/apps/{app}/units · GET /api/v1/apps/{app}/units/{unit}
        scope placements:read: GET /api/v1/apps/{app}/units/{unit}/answers
        scope placements:read: GET /api/v1/apps/{app}/placement-report
        scope placements:write: PUT /api/v1/apps/{app}/placements/{placement} · PUT /api/v1/apps/{app}/units/{unit}
        scope placements:write: DELETE /api/v1/apps/{app}/placements/{placement} · DELETE /api/v1/apps/{app}/units/{unit}
        """

    /// Allowed callers get a stream that does not end; `LiveRoomTests` and `ConsoleRoomTests` read them.
    private static let streams: Set = ["GET /portal/live/events", "GET /portal/placements/console/{id}/events"]
    /// They end the caller's session, so they come last.
    private static let endings = ["POST /portal/own/sign-out-everywhere", "POST /portal/sign-out"]

    private static func routes() throws -> [String: Access] {
        var routes: [String: Access] = [:]
        for line in table.split(separator: "\n") {
            let parts = line.split(separator: ": ", maxSplits: 1)
            for route in parts[1].components(separatedBy: " · ") { routes[route] = try Access(String(parts[0])) }
        }
        return routes
    }

    private static func expected(_ access: Access, _ caller: Caller, isLab: Bool) -> Answer {
        let stranger: Answer = isLab ? .forbidden : .signIn
        switch (access, caller) {
        case (.open, _), (.door, _): return .allowed
        case (.scope, .tokenWithScope): return .allowed
        case (.scope, .tokenWithoutScope): return .forbidden
        case (.scope, _), (.client, _): return .unauthorized
        case (.signed, _): return .forbidden
        case (_, .anonymous), (_, .tokenWithoutScope), (_, .tokenWithScope): return stranger
        case (.account, _): return .allowed
        case (.password, _): return .forbidden
        case (.role(let role, let wing), _):
            return roles(of: caller)[wing].map { $0 >= role } ?? false ? .allowed : .forbidden
        }
    }

    private static func roles(of caller: Caller) -> WingRoles {
        switch caller {
        case .owner: .administrator
        case .editor: [.content: .editor, .engage: .editor, .placements: .editor, .team: .viewer]
        default: .onlooker
        }
    }

    @Test func `every route of the server is in the table, and the table has no others`() async throws {
        let test = try await TestServer([.lab: "signed-in"], isPublished: false)
        let served = Set(test.server.router().routes.map { Self.name($0.method, "\($0.path)") })
        let known = Set(try Self.routes().keys)
        #expect(served.subtracting(known).sorted() == [])
        #expect(known.subtracting(served).sorted() == [])
    }

    @Test(arguments: Caller.allCases)
    func `every route answers a caller as the table says`(_ caller: Caller) async throws {
        let test = try await TestServer([.lab: "signed-in"])
        test.server.ports[.content] = 4711
        try await makeAccount(of: caller, in: test.server.platform)
        let first = try await session(of: caller, in: test.server.platform)
        let routes = try Self.routes()
        let names = routes.keys.filter { !Self.endings.contains($0) }.sorted() + Self.endings
        try await Application(router: test.server.router(), logger: test.server.logger).test(.router) { client in
            for name in names {
                let access = try #require(routes[name])
                let expected = Self.expected(access, caller, isLab: name.contains(" /lab"))
                if Self.streams.contains(name), expected == .allowed { continue }
                let session =
                    Self.endings.contains(name)
                    ? try await self.session(of: caller, in: test.server.platform) : first
                var headers: HTTPFields = [:]
                if let session { headers[.cookie] = "marquee_session=\(session.token)" }
                if let token = try await token(of: caller, for: access, in: test.server.platform) {
                    headers[.authorization] = "Bearer \(token)"
                }
                let answer = try await Self.ask(name, headers, session?.csrfToken, of: client)
                if access == .door {
                    #expect(answer != .unauthorized, "\(name)")
                } else {
                    #expect(answer == expected, "\(name)")
                }
            }
        }
    }

    private static let password = "correct horse battery"

    private func makeAccount(of caller: Caller, in platform: Platform) async throws {
        _ = try await platform.accounts.createFirst(name: "First", password: Self.password)
        guard [.viewer, .editor, .owner].contains(caller) else { return }
        _ = try await platform.accounts.create(
            name: "Caller", password: Self.password, roles: Self.roles(of: caller), by: "test")
    }

    private func session(of caller: Caller, in platform: Platform) async throws -> Session? {
        guard [.viewer, .editor, .owner].contains(caller) else { return nil }
        return try await platform.accounts.signIn(
            name: "Caller", password: Self.password, from: SignInOrigin(address: "192.0.2.1")
        ).session
    }

    private func token(of caller: Caller, for access: Access, in platform: Platform) async throws -> String? {
        let scopes: Set<APIScope>
        switch (caller, access) {
        case (.tokenWithScope, .scope(let scope)): scopes = [scope]
        case (.tokenWithoutScope, .scope(let scope)): scopes = Set(APIScope.allCases).subtracting([scope])
        case (.tokenWithScope, _), (.tokenWithoutScope, _): scopes = Set(APIScope.allCases)
        default: return nil
        }
        return try await platform.credentials.createToken(
            name: "test", app: nil, scopes: scopes, lifetime: nil, by: "test"
        ).text
    }

    private static func ask(
        _ name: String, _ headers: HTTPFields, _ csrf: String?, of client: any TestClientProtocol
    ) async throws -> Answer {
        let words = name.split(separator: " ")
        let method = try #require(HTTPRequest.Method(String(words[0])))
        let path = words[1].replacing("{app}", with: "demo").replacing("{stream}", with: "main")
            .replacing("{version}", with: "1").replacing("{hub}", with: "news").replacing("**", with: "x")
            .replacing("{", with: "").replacing("}", with: "")
        var headers = headers
        var body: ByteBuffer?
        if method == .post, path.hasPrefix("/portal") {
            headers[.contentType] = "application/x-www-form-urlencoded"
            body = ByteBuffer(string: "csrf=\(csrf ?? "")")
        }
        if let name = HTTPField.Name("x-marquee-lab") { headers[name] = "1" }
        let answer = try await client.execute(uri: String(path), method: method, headers: headers, body: body)
        switch answer.status {
        case .unauthorized: return .unauthorized
        case .forbidden: return .forbidden
        case .seeOther where answer.headers[.location] == "/portal/sign-in":
            // Signing out leads there too, and takes the cookie away.
            return answer.headers[.setCookie] == nil ? .signIn : .allowed
        default: return .allowed
        }
    }

    private static func name(_ method: HTTPRequest.Method, _ path: String) -> String {
        let parts = path.components(separatedBy: "/").filter { !$0.isEmpty }.map { part in
            part.hasPrefix(":") ? "{\(part.dropFirst())}" : part
        }
        return "\(method.rawValue) /\(parts.joined(separator: "/"))"
    }
}
