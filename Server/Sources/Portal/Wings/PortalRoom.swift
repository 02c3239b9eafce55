import Hummingbird
import PlatformStore
import Web

/// A group of pages and forms that belong together.
protocol PortalRoom: Sendable {
    /// Adds the room's routes, each with the role that it needs.
    func add(to routes: RoomRoutes<some RequestContext>)
}

/// The routes of one wing, below `/portal`.
///
/// A handler runs for a person who is signed in and has the declared role in the wing; the handler of a form runs only
/// for a form that a page of this session sent. What a handler throws becomes a page.
struct RoomRoutes<Context: RequestContext> {
    let portal: RouterGroup<Context>
    let desk: PortalDesk
    let wing: Wing

    /// Adds a page. Its visit is about the app that the address names, or else the chosen one.
    /// - Parameter role: `nil` for everybody who is signed in, whatever their role.
    func get(
        _ path: RouterPath, needs role: Role? = .viewer,
        _ body: @escaping @Sendable (Request, Context, Visit) async throws -> Response
    ) {
        portal.get(path) { [desk, wing] request, context in
            try await desk.signedIn(request) { visit in
                var visit = visit.inside(wing)
                if let role {
                    try visit.require(role, in: wing)
                    visit = try visit.about((try? FormFields(request.uri.query ?? ""))?.optional("app"))
                }
                return try await body(request, context, visit)
            }
        }
    }

    /// Adds a form. Its visit is about the app that the form's page was about.
    /// - Parameter role: `nil` for everybody who is signed in, whatever their role.
    func post(
        _ path: RouterPath, needs role: Role? = .editor,
        _ body: @escaping @Sendable (Request, Context, Visit, FormFields) async throws -> Response
    ) {
        portal.post(path) { [desk, wing] request, context in
            try await desk.confirmed(request) { visit, form in
                let chosen = visit.inside(wing)
                var visit = chosen
                if let role {
                    try visit.require(role, in: wing)
                    visit = try visit.about(form.optional("app"))
                }
                return Self.keeping(visit, of: chosen, in: try await body(request, context, visit, form))
            }
        }
    }

    /// The answer to a form. If another window chose another app meanwhile, the page that it leads to names the form's own.
    private static func keeping(_ visit: Visit, of chosen: Visit, in response: Response) -> Response {
        guard let app = visit.app?.id, app != chosen.app?.id, let next = response.headers[.location],
            next.hasPrefix("/portal/"), !next.contains("app=")
        else { return response }
        let parts = next.split(separator: "#", maxSplits: 1)
        let anchor = parts.count == 2 ? "#\(parts[1])" : ""
        var response = response
        response.headers[.location] = "\(parts[0])\(parts[0].contains("?") ? "&" : "?")app=\(app)\(anchor)"
        return response
    }

    /// Adds a form with a file. Whether the person may send it is known before the file is read.
    /// - Parameter limit: the most bytes of the file; `nil` for those of a file for an import.
    func upload(
        _ path: RouterPath, needs role: Role = .editor, limit: Int? = nil,
        _ body: @escaping @Sendable (Context, Visit, UploadForm) async throws -> Response
    ) {
        portal.post(path) { [desk, wing] request, context in
            try await desk.signedIn(request) { visit in
                let visit = visit.inside(wing)
                try visit.require(role, in: wing)
                let form = try await desk.upload(request, limit: limit)
                guard visit.session.accepts(csrfToken: form.fields["csrf"]) else {
                    throw PortalError(.forgedForm, "The form is not from this session. Open the page again and repeat.")
                }
                let about = try visit.about(form.fields.optional("app"))
                return Self.keeping(about, of: visit, in: try await body(context, about, form))
            }
        }
    }
}

extension PortalDesk {
    /// Adds the rooms of every wing.
    func addRooms(to portal: RouterGroup<some RequestContext>) {
        for wing in wings {
            let routes = RoomRoutes(portal: portal, desk: self, wing: wing.wing)
            for room in wing.rooms(self) { room.add(to: routes) }
        }
    }
}
