import Hummingbird
import PlatformStore
import Secrets
import Web

/// Getting in and out: the first account, signing in, signing out.
struct DoorRoom: Sendable {
    /// The values of `set-up.mustache` and `sign-in.mustache`.
    private struct DoorPage: Sendable {
        let title: String
        var problem: String?
        var name = ""
        var token = ""
        var next = ""
        let csrf = ""
    }

    /// The most bytes of a form that anybody may send.
    private static let formLimit = 8 * 1024

    let desk: PortalDesk
    let setUpToken: String

    func add(to portal: RouterGroup<some RequestContext>) {
        portal.get("set-up") { request, _ in
            guard try await desk.accounts.isEmpty() else { return PortalDesk.redirect("/portal/sign-in") }
            let token = request.uri.queryParameters["token"].map(String.init) ?? ""
            return try desk.page(DoorPage(title: "Welcome", token: token), "set-up")
        }
        portal.post("set-up") { request, context in
            try await setUp(request, PeerAddress.origin(request, context, proxies: desk.proxies))
        }
        portal.get("sign-in") { _, _ in
            try await desk.accounts.isEmpty()
                ? PortalDesk.redirect("/portal/set-up") : try desk.page(DoorPage(title: "Sign in"), "sign-in")
        }
        portal.post("sign-in") { request, context in
            try await signIn(request, PeerAddress.origin(request, context, proxies: desk.proxies))
        }
        portal.post("sign-out") { request, _ in try await signOut(request) }
    }

    private func setUp(_ request: Request, _ address: String) async throws -> Response {
        let form = try await desk.form(request, limit: Self.formLimit)
        var page = DoorPage(title: "Welcome", name: form["name"], token: form["token"])
        guard ConstantTime.equal(form["token"], setUpToken) else {
            page.problem = "That is not the token the server printed when it started."
            return try desk.page(page, "set-up", status: .forbidden)
        }
        do {
            _ = try await desk.accounts.createFirst(name: form["name"], password: form.raw("password"))
        } catch {
            page.problem = error.message
            return try desk.page(page, "set-up", status: .badRequest)
        }
        return try await open(form, request, address)
    }

    private func signIn(_ request: Request, _ address: String) async throws -> Response {
        let form = try await desk.form(request, limit: Self.formLimit)
        do {
            return try await open(form, request, address)
        } catch let error as StoreError where [.refused, .throttled, .invalid].contains(error.code) {
            let page = DoorPage(title: "Sign in", problem: error.message, name: form["name"])
            guard error.code == .throttled, let problem = error.problem else {
                return try desk.page(page, "sign-in", status: .forbidden)
            }
            var response = try desk.page(page, "sign-in", status: problem.status)
            response.headers[.retryAfter] = problem.headers[.retryAfter]
            return response
        }
    }

    private func signOut(_ request: Request) async throws -> Response {
        try await desk.confirmed(request) { visit, _ in
            try await desk.accounts.signOut(token: visit.session.token)
            var response = PortalDesk.redirect("/portal/sign-in")
            desk.endSession(in: &response)
            return response
        }
    }

    private func open(_ form: FormFields, _ request: Request, _ address: String) async throws -> Response {
        let session = try await desk.accounts.signIn(
            name: form["name"], password: form.raw("password"), from: desk.origin(request, address))
        // The session that the browser had before ends.
        if let earlier = PortalDesk.cookie(desk.cookieName, request) {
            try await desk.accounts.signOut(token: earlier)
        }
        var response = PortalDesk.redirect("/portal/")
        desk.begin(session, in: &response)
        return response
    }
}
