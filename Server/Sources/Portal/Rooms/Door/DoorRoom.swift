import Hummingbird
import Logging
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

    /// The values of `sign-in-code.mustache`.
    private struct CodePage: Sendable {
        let title = "Enter the code"
        var problem: String?
        let step: String
        let csrf = ""
    }

    /// The most bytes of a form that anybody may send.
    static let formLimit = 8 * 1024

    let desk: PortalDesk
    let setUpToken: String

    func add(to portal: RouterGroup<some RequestContext>) {
        portal.get("set-up") { request, _ in
            guard try await desk.accounts.isEmpty() else { return PortalDesk.redirect("/portal/sign-in") }
            let token = request.uri.queryParameters["token"].map(String.init) ?? ""
            return try desk.page(DoorPage(title: "Welcome", token: token), "set-up")
        }
        portal.post("set-up") { request, context in
            try await setUp(request, address(request, context), context.logger)
        }
        portal.get("sign-in") { _, _ in
            try await desk.accounts.isEmpty()
                ? PortalDesk.redirect("/portal/set-up") : try desk.page(DoorPage(title: "Sign in"), "sign-in")
        }
        portal.post("sign-in") { request, context in
            try await signIn(request, address(request, context), context.logger)
        }
        portal.post("sign-in/code") { request, context in
            try await enterCode(request, address(request, context), context.logger)
        }
        portal.post("sign-out") { request, _ in try await signOut(request) }
    }

    private func setUp(_ request: Request, _ address: String, _ logger: Logger) async throws -> Response {
        let form = try await desk.form(request, limit: Self.formLimit)
        var page = DoorPage(title: "Welcome", name: form["name"], token: form["token"])
        guard ConstantTime.equal(form["token"], setUpToken) else {
            Self.note("wrong token", address, logger)
            page.problem = "That is not the token the server printed when it started."
            return try desk.page(page, "set-up", status: .forbidden)
        }
        do {
            _ = try await desk.accounts.createFirst(name: form["name"], password: form.raw("password"))
        } catch {
            page.problem = FormRefusal.sentence(error.message)
            return try desk.page(page, "set-up", status: .badRequest)
        }
        return try await open(form, request, address)
    }

    private func signIn(_ request: Request, _ address: String, _ logger: Logger) async throws -> Response {
        let form = try await desk.form(request, limit: Self.formLimit)
        do {
            return try await open(form, request, address)
        } catch let error as StoreError where Self.isRefusal(error) {
            Self.note(error.code.rawValue, address, logger)
            let page = DoorPage(title: "Sign in", problem: FormRefusal.sentence(error.message), name: form["name"])
            return try refusal(page, "sign-in", error)
        }
    }

    /// The second step of signing in, for accounts with a second factor.
    private func enterCode(_ request: Request, _ address: String, _ logger: Logger) async throws -> Response {
        let form = try await desk.form(request, limit: Self.formLimit)
        do {
            let session = try await desk.accounts.signIn(
                step: form["step"], code: form["code"], from: desk.origin(request, address))
            return try await desk.enter(session, request)
        } catch let error as StoreError where error.code == .notFound {
            let problem = FormRefusal.sentence(error.message)
            return try refusal(DoorPage(title: "Sign in", problem: problem), "sign-in", error)
        } catch let error as StoreError where Self.isRefusal(error) {
            Self.note("code \(error.code.rawValue)", address, logger)
            let page = CodePage(problem: FormRefusal.sentence(error.message), step: form["step"])
            return try refusal(page, "sign-in-code", error)
        }
    }

    private func address(_ request: Request, _ context: some RequestContext) -> String {
        PeerAddress.origin(request, context, proxies: desk.reach.proxies)
    }

    /// For those who read the log, people or programs that shut addresses out. Never the name: people type passwords there.
    private static func note(_ reason: String, _ address: String, _ logger: Logger) {
        logger.notice("sign-in refused", metadata: ["reason": "\(reason)", "from": "\(address)"])
    }

    private static func isRefusal(_ error: StoreError) -> Bool {
        [.refused, .throttled, .invalid].contains(error.code)
    }

    /// A form again, with the reason; 429 with the time to wait after too many failures.
    private func refusal(_ page: some Sendable, _ template: String, _ error: StoreError) throws -> Response {
        guard error.code == .throttled, let problem = error.problem else {
            return try desk.page(page, template, status: .forbidden)
        }
        var response = try desk.page(page, template, status: problem.status)
        response.headers[.retryAfter] = problem.headers[.retryAfter]
        return response
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
        let step = try await desk.accounts.signIn(
            name: form["name"], password: form.raw("password"), from: desk.origin(request, address))
        switch step {
        case .signedIn(let session): return try await desk.enter(session, request)
        case .codeRequired(let token): return try desk.page(CodePage(step: token), "sign-in-code")
        }
    }
}
