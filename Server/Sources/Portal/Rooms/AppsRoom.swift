import Hummingbird
import PlatformStore

/// Choosing the app that the portal's pages are about, where a server has several.
struct AppsRoom: Sendable {
    private static let seconds = 365 * 86_400

    let desk: PortalDesk

    func add(to portal: RouterGroup<some RequestContext>) {
        portal.post("app") { request, _ in
            try await desk.signedIn(request) { visit in
                let form = try await desk.form(request)
                guard visit.session.accepts(csrfToken: form["csrf"]) else {
                    throw PortalError(.forgedForm, "The form is not from this session.")
                }
                guard let app = visit.apps.first(where: { $0.id == form["choice"] }) else {
                    throw PortalError(.notFound, "There is no such app (any more).")
                }
                var response = PortalDesk.redirect("/portal/content")
                desk.setCookie(
                    PortalDesk.appCookieName, app.id, path: "/portal", maximumAge: Self.seconds, in: &response)
                return response
            }
        }
    }
}
