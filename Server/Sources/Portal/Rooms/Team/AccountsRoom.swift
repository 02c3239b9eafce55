import Hummingbird
import PlatformStore
import Web

/// Who may sign in: everybody's own password, and for administrators all accounts.
struct AccountsRoom: PortalRoom {
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
    let wing: TeamWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("accounts") { request, _, visit in
            let done = request.uri.queryParameters["done"].map(String.init) ?? ""
            return try await list(visit, notice: Self.notices[done].map { .init(kind: "good", text: $0) })
        }
        routes.post("own/password", needs: nil) { request, context, visit, form in
            let address = PeerAddress.origin(request, context, proxies: desk.proxies)
            return try await changePassword(form, visit, desk.origin(request, address))
        }
        routes.post("own/sign-out-everywhere", needs: nil) { _, _, visit, _ in
            try await wing.accounts.signOutEverywhere(visit.who, by: visit.who)
            var response = PortalDesk.redirect("/portal/sign-in")
            desk.endSession(in: &response)
            return response
        }
        routes.post("accounts", needs: .owner) { _, _, visit, form in
            try await change("added", visit, form) {
                _ = try await wing.accounts.create(
                    name: form["name"], password: form.raw("password"), role: try Self.role(form), by: visit.who)
            }
        }
        addChanges(to: routes)
    }

    /// What an administrator does to the account that a form names.
    private func addChanges(to routes: RoomRoutes<some RequestContext>) {
        routes.post("accounts/role", needs: .owner) { _, _, visit, form in
            try await change("role", visit, form) {
                try await wing.accounts.setRole(
                    try Self.role(form), of: form.raw("account"), by: visit.who)
            }
        }
        routes.post("accounts/password", needs: .owner) { _, _, visit, form in
            guard form.raw("account") != visit.who else {
                throw PortalError(.notAllowed, "Your own password is changed with the present one.")
            }
            return try await change("password", visit, form) {
                try await wing.accounts.setPassword(
                    form.raw("password"), of: form.raw("account"), by: visit.who)
            }
        }
        routes.post("accounts/sign-out", needs: .owner) { _, _, visit, form in
            try await change("out", visit, form) {
                try await wing.accounts.signOutEverywhere(form.raw("account"), by: visit.who)
            }
        }
        routes.post("accounts/remove", needs: .owner) { _, _, visit, form in
            try await change("removed", visit, form) {
                try await wing.accounts.remove(form.raw("account"), by: visit.who)
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
            guard let notice = FormRefusal.notice(error) else { throw error }
            return try await list(visit, notice: notice, name: form["name"], status: .badRequest)
        }
    }

    private func changePassword(_ form: FormFields, _ visit: Visit, _ origin: SignInOrigin) async throws -> Response {
        do {
            let session = try await wing.accounts.changePassword(
                of: visit.who, from: form.raw("current"), to: form.raw("password"), origin: origin)
            var response = PortalDesk.redirect("/portal/accounts?done=own")
            desk.begin(session, in: &response)
            return response
        } catch  where error.code == .refused {
            return try await list(
                visit, notice: .init(kind: "bad", text: "That is not your present password."), status: .forbidden)
        } catch {
            guard let notice = FormRefusal.notice(error) else { throw error }
            return try await list(visit, notice: notice, status: .badRequest)
        }
    }

    private func list(
        _ visit: Visit, notice: PageFrame.Notice?, name: String = "", status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let accounts = visit.may(.owner) ? try await wing.accounts.accounts() : []
        let page = Page(
            frame: desk.frame(
                "Accounts", subtitle: "Who may sign in, and what they may do", at: "/portal/accounts", visit,
                notice: notice),
            isAdministrator: visit.may(.owner),
            rows: accounts.map { account in
                .init(
                    name: account.name, role: account.role.rawValue, date: LocalTime.text(account.created),
                    isOwn: account.name == visit.who, roles: Self.roles(current: account.role))
            },
            roles: Self.roles(current: .editor), name: name)
        return try desk.page(page, "accounts", status: status)
    }

    private static func roles(current: AccountRecord.Role) -> [Page.Role] {
        AccountRecord.Role.allCases.map { .init(name: $0.rawValue, isCurrent: $0 == current) }
    }

    private static func role(_ form: FormFields) throws(PortalError) -> AccountRecord.Role {
        guard let role = AccountRecord.Role(rawValue: form["role"]) else {
            throw PortalError(.invalidField, "A role is administrator, editor or viewer.")
        }
        return role
    }
}
