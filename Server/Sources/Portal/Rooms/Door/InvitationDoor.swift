import Hummingbird
import PlatformStore
import Web

/// The page behind an invitation's link, on which a person makes an account.
struct InvitationDoor: Sendable {
    /// The values of `invitation.mustache`.
    private struct Page: Sendable {
        let title = "Welcome"
        var problem: String?
        let token: String
        let roles: String
        var name = ""
        let csrf = ""
    }

    let desk: PortalDesk
    let invitations: any InvitationStore

    func add(to portal: RouterGroup<some RequestContext>) {
        portal.get("invitation/:token") { _, context in
            let token = try context.parameters.require("token")
            return switch try await invitations.invitation(token: token) {
            case let invitation? where invitation.state == .open:
                try desk.page(Page(token: token, roles: invitation.roles.words), "invitation")
            case let invitation: try closed(invitation?.state)
            }
        }
        portal.post("invitation") { request, context in
            let address = PeerAddress.origin(request, context, proxies: desk.reach.proxies)
            return try await accept(request, address)
        }
    }

    private func accept(_ request: Request, _ address: String) async throws -> Response {
        let form = try await desk.form(request, limit: DoorRoom.formLimit)
        let (token, name, password) = (form["token"], form["name"], form.raw("password"))
        guard let invitation = try await invitations.invitation(token: token), invitation.state == .open else {
            return try closed(try await invitations.invitation(token: token)?.state)
        }
        do {
            _ = try await invitations.accept(token: token, name: name, password: password)
        } catch {
            guard error.code == .invalid || error.code == .alreadyExists else { throw error }
            let problem =
                error.code == .invalid
                ? FormRefusal.sentence(error.message) : "Somebody has this name; choose another."
            let page = Page(problem: problem, token: token, roles: invitation.roles.words, name: name)
            return try desk.page(page, "invitation", status: error.code == .invalid ? .badRequest : .conflict)
        }
        let step = try await desk.accounts.signIn(name: name, password: password, from: desk.origin(request, address))
        guard let session = step.session else { return PortalDesk.redirect("/portal/sign-in") }
        return try await desk.enter(session, request)
    }

    /// A page that says why the link does not work.
    private func closed(_ state: Invitation.State?) throws -> Response {
        let text =
            switch state {
            case .used: "This invitation was used. If you created an account with it, sign in."
            case .expired: "This invitation has expired. Ask the person who sent it for a new one."
            case .revoked: "This invitation was revoked. Ask the person who sent it."
            case .open, nil: "There is no such invitation. Check that the link was copied to its end."
            }
        let page = MessagePage(
            title: "This link does not work", problem: nil, text: text, address: "/portal/sign-in", link: "Sign in")
        return try desk.page(page, "message", status: state == nil ? .notFound : .gone)
    }
}
