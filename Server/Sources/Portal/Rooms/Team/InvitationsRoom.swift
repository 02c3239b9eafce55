import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore

/// Links with which people create their own accounts.
///
/// Editors of the team invite others to what they do themselves, and withdraw their own invitations; owners all of them.
struct InvitationsRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let id: String
            /// The note, else the id.
            let name: String
            let roles: String
            let state: String
            let mark: String
            let expires: String
            let madeBy: String
            /// Empty until the invitation is used.
            let account: String
            let isRevocable: Bool
        }

        let frame: PageFrame
        /// The link of the invitation that was just made.
        let link: String?
        let rows: [Row]
        let isEmpty: Bool
        let choices: [RoleChoice]
        /// Whether the page of all accounts is open to the reader.
        let seesAccounts: Bool
    }

    private static let days = 1...90

    let desk: PortalDesk
    let wing: TeamWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("invitations", needs: .editor) { request, _, visit in
            let isRevoked = request.uri.queryParameters["done"] != nil
            return try await list(
                visit, notice: isRevoked ? .init(kind: "good", text: "The invitation is revoked.") : nil)
        }
        routes.post("invitations", needs: .editor) { request, _, visit, form in
            try await invite(form, visit, base: base(request))
        }
        routes.get("invitations/revoke", needs: .editor) { request, _, visit in
            try await confirm(try FormFields(request.uri.query ?? "")["invitation"], visit)
        }
        routes.post("invitations/revoke", needs: .editor) { _, _, visit, form in
            try await revoke(form["invitation"], visit)
        }
    }

    private func confirm(_ id: String, _ visit: Visit) async throws -> Response {
        guard let invitation = try await wing.invitations.invitations().first(where: { $0.id == id }) else {
            throw PortalError(.notFound, "There is no invitation “\(id.prefix(80))”.")
        }
        try Self.requireRevocable(invitation, visit)
        let name = invitation.note.isEmpty ? invitation.id : invitation.note
        let page = ConfirmPage(
            frame: desk.frame("Revoke the invitation “\(name)”?", at: "/portal/invitations", visit),
            text: "The link stops working. What is lost with it:",
            losses: [
                "an account with the roles \(invitation.roles.words)",
                "created by \(invitation.madeBy), open until \(LocalTime.text(invitation.expires)) (UTC)",
            ],
            action: "/portal/invitations/revoke", fields: [.init(name: "invitation", value: invitation.id)],
            button: "Revoke the invitation", back: "/portal/invitations",
            remark: "You can create a new invitation at any time. The list keeps this one as revoked.")
        return try desk.page(page, "confirm")
    }

    private static func requireRevocable(_ invitation: Invitation, _ visit: Visit) throws(PortalError) {
        guard visit.may(.owner) || invitation.madeBy == visit.who else {
            throw PortalError(.notAllowed, "Only an owner of the team may revoke what somebody else has created.")
        }
    }

    private func revoke(_ id: String, _ visit: Visit) async throws -> Response {
        if let invitation = try await wing.invitations.invitations().first(where: { $0.id == id }) {
            try Self.requireRevocable(invitation, visit)
        }
        try await wing.invitations.revoke(id, by: visit.who)
        return PortalDesk.redirect("/portal/invitations?done=revoked")
    }

    private func invite(_ form: FormFields, _ visit: Visit, base: String) async throws -> Response {
        do {
            guard let days = form.number("days", in: Self.days) else {
                throw PortalError(.invalidField, "An invitation is open for 1 to 90 days.")
            }
            let roles = try RoleChoice.roles(form)
            try visit.requireGrant(of: roles)
            let issued = try await wing.invitations.create(
                roles: roles, note: form["note"], lifetime: .seconds(days * 86_400),
                by: visit.who)
            return try await list(
                visit, notice: .init(kind: "good", text: "The invitation is created."),
                link: "\(base)/portal/invitation/\(issued.token)")
        } catch {
            guard let notice = FormRefusal.notice(error) else { throw error }
            return try await list(visit, notice: notice, status: .badRequest)
        }
    }

    /// The address of this server, without a path.
    private func base(_ request: Request) -> String {
        let address = desk.reach.address(for: request)?.absoluteString ?? ""
        return address.hasSuffix("/") ? String(address.dropLast()) : address
    }

    private func list(
        _ visit: Visit, notice: PageFrame.Notice? = nil, link: String? = nil, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let rows = try await wing.invitations.invitations().map { invitation in
            Page.Row(
                id: invitation.id, name: invitation.note.isEmpty ? invitation.id : invitation.note,
                roles: invitation.roles.words,
                state: invitation.state.rawValue, mark: Self.mark(invitation.state),
                expires: LocalTime.text(invitation.expires), madeBy: invitation.madeBy,
                account: invitation.account ?? "",
                isRevocable: invitation.state == .open && (visit.may(.owner) || invitation.madeBy == visit.who))
        }
        let page = Page(
            frame: desk.frame(
                "Invitations", subtitle: "Links with which people create their own accounts",
                at: "/portal/invitations", visit, notice: notice),
            link: link, rows: rows, isEmpty: rows.isEmpty,
            choices: RoleChoice.fields(.contentEditor, upTo: visit.highestGrant), seesAccounts: visit.may(.owner))
        return try desk.page(page, "invitations", status: status)
    }

    private static func mark(_ state: Invitation.State) -> String {
        switch state {
        case .open: "ok"
        case .used: ""
        case .expired, .revoked: "expired"
        }
    }
}
