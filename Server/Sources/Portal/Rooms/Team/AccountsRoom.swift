import Hummingbird
import MarqueeWire
import PlatformStore
import Web

/// All accounts, for owners of the team wing.
struct AccountsRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let name: String
            let date: String
            let isOwn: Bool
            let hasSecondFactor: Bool
            let sessions: String
            /// Asks before the account is removed.
            let removal: String
            let choices: [RoleChoice]
        }

        let frame: PageFrame
        let rows: [Row]
        let newChoices: [RoleChoice]
        /// The name of a new account that could not be made.
        let newName: String
    }

    /// What a page says after a change; the address names it.
    private static let notices = [
        "added": "The account is created.", "role": "The roles are changed. They count from the next request on.",
        "password": "The password is changed, and the account is signed out everywhere.",
        "out": "The account is signed out everywhere.", "removed": "The account is removed, and its sessions with it.",
        "factor": "The account signs in with the password alone.",
    ]

    let desk: PortalDesk
    let wing: TeamWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("accounts", needs: .owner) { request, _, visit in
            let done = request.uri.queryParameters["done"].map(String.init) ?? ""
            return try await list(visit, notice: Self.notices[done].map { .init(kind: "good", text: $0) })
        }
        routes.post("accounts", needs: .owner) { _, _, visit, form in
            try await change("added", visit, form) {
                _ = try await wing.accounts.create(
                    name: form["name"], password: form.raw("password"), roles: try RoleChoice.roles(form),
                    by: visit.who)
            }
        }
        routes.post("accounts/role", needs: .owner) { _, _, visit, form in
            try await change("role", visit, form) {
                try await wing.accounts.setRoles(
                    try RoleChoice.roles(form), of: try Self.account(form), by: visit.who)
            }
        }
        routes.post("accounts/password", needs: .owner) { _, _, visit, form in
            guard try Self.account(form) != visit.who else {
                throw PortalError(.notAllowed, "Your own password is changed with the present one.")
            }
            return try await change("password", visit, form) {
                try await wing.accounts.setPassword(form.raw("password"), of: try Self.account(form), by: visit.who)
            }
        }
        addRemovals(to: routes)
    }

    private func addRemovals(to routes: RoomRoutes<some RequestContext>) {
        routes.post("accounts/second-factor-off", needs: .owner) { _, _, visit, form in
            guard try Self.account(form) != visit.who else {
                throw PortalError(.notAllowed, "Your own second factor is switched off with the password.")
            }
            return try await change("factor", visit, form) {
                try await wing.secondFactors.remove(from: try Self.account(form), by: visit.who)
            }
        }
        routes.post("accounts/sign-out", needs: .owner) { _, _, visit, form in
            try await change("out", visit, form) {
                try await wing.accounts.signOutEverywhere(try Self.account(form), by: visit.who)
            }
        }
        routes.get("accounts/remove", needs: .owner) { request, _, visit in
            try await confirm(try Self.account(try FormFields(request.uri.query ?? "")), visit)
        }
        routes.post("accounts/remove", needs: .owner) { _, _, visit, form in
            try await change("removed", visit, form) {
                try await wing.accounts.remove(try Self.account(form), by: visit.who)
            }
        }
    }

    private func confirm(_ name: String, _ visit: Visit) async throws -> Response {
        guard try await wing.accounts.accounts().contains(where: { $0.name == name }) else {
            throw PortalError(.notFound, "There is no account of that name.")
        }
        let page = ConfirmPage(
            frame: desk.frame("Remove the account “\(name)”?", at: "/portal/accounts", visit),
            text: "The person cannot sign in any more. This will be lost:",
            losses: ["the password, the roles and the second factor", "every session that is open"],
            action: "/portal/accounts/remove", fields: [.init(name: "account", value: name)],
            button: "Remove the account", back: "/portal/accounts",
            remark: "What the person wrote and published stays, and the audit log keeps the name.")
        return try desk.page(page, "confirm")
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

    private func list(
        _ visit: Visit, notice: PageFrame.Notice?, name: String = "", status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let page = Page(
            frame: desk.frame(
                "Accounts", subtitle: "Who may sign in, and what they may do", at: "/portal/accounts", visit,
                notice: notice),
            rows: try await wing.accounts.accounts().map { account in
                .init(
                    name: account.name, date: LocalTime.text(account.created), isOwn: account.name == visit.who,
                    hasSecondFactor: account.hasSecondFactor,
                    sessions: "/portal/accounts/sessions?account=\(PercentEncoding.encoded(account.name))",
                    removal: "/portal/accounts/remove?account=\(PercentEncoding.encoded(account.name))",
                    choices: RoleChoice.fields(account.roles))
            },
            newChoices: RoleChoice.fields(.contentEditor), newName: name)
        return try desk.page(page, "accounts", status: status)
    }

    /// The account that a form names. A zero byte ends a text in the database and not in Swift: with one, a name would
    /// not be compared as it is looked up.
    private static func account(_ form: FormFields) throws(PortalError) -> String {
        let name = form.raw("account")
        guard !name.utf8.contains(0) else { throw PortalError(.notFound, "There is no account of that name.") }
        return name
    }
}
