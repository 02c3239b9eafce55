import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore

/// Links by which people make accounts for themselves.
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
        routes.post("invitations/revoke", needs: .editor) { _, _, visit, form in
            try await revoke(form["invitation"], visit)
        }
    }

    private func revoke(_ id: String, _ visit: Visit) async throws -> Response {
        if !visit.may(.owner) {
            let invitation = try await wing.invitations.invitations().first { $0.id == id }
            guard invitation?.madeBy ?? visit.who == visit.who else {
                throw PortalError(.notAllowed, "Only an owner of the team may revoke what somebody else has made.")
            }
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
                visit, notice: .init(kind: "good", text: "The invitation is made."),
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
                roles: invitation.roles.text,
                state: invitation.state.rawValue, mark: Self.mark(invitation.state),
                expires: LocalTime.text(invitation.expires), madeBy: invitation.madeBy,
                account: invitation.account ?? "",
                isRevocable: invitation.state == .open && (visit.may(.owner) || invitation.madeBy == visit.who))
        }
        let page = Page(
            frame: desk.frame(
                "Invitations", subtitle: "Links by which people make accounts for themselves",
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
