import Hummingbird
import PlatformStore

/// Who may sign in: everybody's own password, and for administrators all accounts.
struct AccountsRoom: Sendable {
    private struct Page: Sendable {
        struct Role: Sendable {
            let name: String
            let isCurrent: Bool
        }

        struct Row: Sendable {
            let name: String
            let role: String
            let date: String
            let isOwn: Bool
            let roles: [Role]
        }

        let frame: PageFrame
        let isAdministrator: Bool
        let rows: [Row]
        let roles: [Role]
        /// What was typed as the name of a new account, when it could not be made.
        let name: String
    }

    /// What a page says after a change; the address names it.
    private static let notices = [
        "added": "The account is made.", "role": "The role is changed. It counts from the next request on.",
        "password": "The password is changed, and the account is signed out everywhere.",
        "out": "The account is signed out everywhere.", "removed": "The account is removed, and its sessions with it.",
        "own": "Your password is changed. You are signed in here and nowhere else.",
    ]

    let desk: PortalDesk

    func add(to portal: RouterGroup<some RequestContext>) {
        portal.get("accounts") { request, _ in
            try await desk.signedIn(request) { visit in
                let done = request.uri.queryParameters["done"].map(String.init) ?? ""
                return try await list(visit, notice: Self.notices[done].map { .init(kind: "good", text: $0) })
            }
        }
        portal.post("own/password") { request, context in
            let address = PeerAddress.origin(request, context, proxies: desk.proxies)
            return try await desk.confirmed(request) { visit, form in
                try await changePassword(form, visit, desk.origin(request, address))
            }
        }
        portal.post("own/sign-out-everywhere") { request, _ in
            try await desk.confirmed(request) { visit, _ in
                try await desk.platform.accounts.signOutEverywhere(visit.who, by: visit.who)
                var response = PortalDesk.redirect("/portal/sign-in")
                desk.endSession(in: &response)
                return response
            }
        }
        portal.post("accounts") { request, _ in
            try await desk.administered(request) { visit, form in
                try await change("added", visit, form) {
                    _ = try await desk.platform.accounts.create(
                        name: form["name"], password: form.raw("password"), roles: try Self.roles(form), by: visit.who)
                }
            }
        }
        addChanges(to: portal)
    }

    /// What an administrator does to the account that a form names.
    private func addChanges(to portal: RouterGroup<some RequestContext>) {
        portal.post("accounts/role") { request, _ in
            try await desk.administered(request) { visit, form in
                try await change("role", visit, form) {
                    try await desk.platform.accounts.setRoles(
                        try Self.roles(form), of: form.raw("account"), by: visit.who)
                }
            }
        }
        portal.post("accounts/password") { request, _ in
            try await desk.administered(request) { visit, form in
                guard form.raw("account") != visit.who else {
                    throw PortalError(.notAllowed, "Your own password is changed with the present one.")
                }
                return try await change("password", visit, form) {
                    try await desk.platform.accounts.setPassword(
                        form.raw("password"), of: form.raw("account"), by: visit.who)
                }
            }
        }
        portal.post("accounts/sign-out") { request, _ in
            try await desk.administered(request) { visit, form in
                try await change("out", visit, form) {
                    try await desk.platform.accounts.signOutEverywhere(form.raw("account"), by: visit.who)
                }
            }
        }
        portal.post("accounts/remove") { request, _ in
            try await desk.administered(request) { visit, form in
                try await change("removed", visit, form) {
                    try await desk.platform.accounts.remove(form.raw("account"), by: visit.who)
                }
            }
        }
    }

    /// Changes an account; a refusal keeps the name that was typed.
    private func change(_ done: String, _ visit: Visit, _ form: FormFields, _ work: () async throws -> Void)
        async throws -> Response
    {
        do {
            try await work()
            return PortalDesk.redirect("/portal/accounts?done=\(done)")
        } catch let error as StoreError where error.code == .alreadyExists {
            return try await list(
                visit, notice: .init(kind: "bad", text: "There is an account of that name already."),
                name: form["name"], status: .conflict)
        } catch {
            guard let notice = PortalProblem.refusal(error) else { throw error }
            return try await list(visit, notice: notice, name: form["name"], status: .badRequest)
        }
    }

    private func changePassword(_ form: FormFields, _ visit: Visit, _ origin: SignInOrigin) async throws -> Response {
        do {
            let session = try await desk.platform.accounts.changePassword(
                of: visit.who, from: form.raw("current"), to: form.raw("password"), origin: origin)
            var response = PortalDesk.redirect("/portal/accounts?done=own")
            desk.begin(session, in: &response)
            return response
        } catch  where error.code == .refused {
            return try await list(
                visit, notice: .init(kind: "bad", text: "That is not your present password."), status: .forbidden)
        } catch {
            guard let notice = PortalProblem.refusal(error) else { throw error }
            return try await list(visit, notice: notice, status: .badRequest)
        }
    }

    private func list(
        _ visit: Visit, notice: PageFrame.Notice?, name: String = "", status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let accounts = visit.isAdministrator ? try await desk.platform.accounts.accounts() : []
        let page = Page(
            frame: desk.frame(
                "Accounts", subtitle: "Who may sign in, and what they may do", at: "/portal/accounts", visit,
                notice: notice),
            isAdministrator: visit.isAdministrator,
            rows: accounts.map { account in
                .init(
                    name: account.name, role: account.roles.text, date: LocalTime.text(account.created),
                    isOwn: account.name == visit.who, roles: Self.choices(current: account.roles))
            },
            roles: Self.choices(current: .contentEditor), name: name)
        return try desk.page(page, "accounts", status: status)
    }

    private static let names = ["administrator", "editor", "viewer"]

    private static func choices(current: WingRoles) -> [Page.Role] {
        names.map { .init(name: $0, isCurrent: WingRoles.named($0) == current) }
    }

    private static func roles(_ form: FormFields) throws(PortalError) -> WingRoles {
        guard let roles = WingRoles.named(form["role"]) else {
            throw PortalError(.invalidField, "A role is administrator, editor or viewer.")
        }
        return roles
    }
}
