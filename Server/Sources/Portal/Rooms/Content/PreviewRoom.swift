import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore
import Publishing
import Web

/// Pages as a device would show them, made from stored content or from the text in an editor.
struct PreviewRoom: PortalRoom {
    private struct Problem: Sendable {
        let text: String
    }

    private static let policy =
        "sandbox allow-same-origin; default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'self'; frame-ancestors 'self'"

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        // `**` stands for one part at least, which a hub's own path has not.
        for path in ["preview/:hub", "preview/:hub/**"] {
            routes.get(RouterPath(path)) { request, context, visit in
                try await stored(request, context, visit)
            }
            routes.post(RouterPath(path)) { request, _, visit, form in
                form.has("template")
                    ? try await template(request, form, visit) : try await article(request, form, visit)
            }
        }
    }

    /// What a path below `/portal/preview/` names, the hub included.
    private static func uri(_ request: Request) throws -> ContentURI {
        let parts = request.uri.path.split(separator: "/").dropFirst(2)
        return try ContentURI(
            "\(ContentURI.scheme)://\(parts.first ?? "")/\(parts.dropFirst().joined(separator: "/"))")
    }

    private func stored(
        _ request: Request, _ context: some RequestContext, _ visit: Visit
    ) async throws -> Response {
        let (app, uri) = (try visit.id(), try Self.uri(request))
        let pages = wing.preview
        guard uri.resourceType == nil else {
            let theme = Self.theme(request.uri.queryParameters["theme"].map(String.init))
            return PortalDesk.html(try await pages.page(uri, app: app, theme: theme), policy: Self.policy)
        }
        guard let asset = try await pages.asset(uri, app: app) else {
            throw PortalError(.notFound, "There is no asset \(uri).")
        }
        var response: Response
        switch asset {
        case .style(let text):
            // A style sheet that was just saved has to show at once.
            response = Response(
                status: .ok, headers: [.contentType: "text/css; charset=utf-8", .cacheControl: "no-store"],
                body: .init(byteBuffer: ByteBuffer(string: text)))
        case .file(let file, let record):
            let answer = FileAnswer(
                file: file, mediaType: record.mediaType, etag: "\"\(record.object.sha256.hex)\"",
                caching: "private, max-age=60")
            response = try await answer.response(to: request, context: context).0
        }
        response.headers[.contentSecurityPolicy] = "default-src 'none'"
        return response
    }

    /// The page of the article in the editor, which is not stored.
    private func article(_ request: Request, _ form: FormFields, _ visit: Visit) async throws -> Response {
        let uri = try Self.uri(request)
        guard case .article(let id) = uri.place else {
            throw PortalError(.notFound, "\(uri) is no article.")
        }
        let stored = try await wing.content.article(uri, app: try visit.id())
        let content = try ArticleForm.content(
            form, from: stored?.content ?? ArticleContent(title: "", body: ""), isDraft: true)
        let draft = ArticleRecord(
            app: try visit.id(), hub: uri.hub, id: id, channel: form["channel"], position: stored?.position ?? 0,
            version: stored?.version ?? 0, modified: desk.now(), origin: stored?.origin, content: content)
        let page = try await wing.preview.page(
            of: draft, as: PagePreview.View(rawValue: form["view"]) ?? .article, theme: Self.theme(form["theme"]))
        return PortalDesk.html(page, policy: Self.policy)
    }

    /// A stored page made with the template in the editor, or a page that says what is wrong with the template.
    private func template(_ request: Request, _ form: FormFields, _ visit: Visit) async throws -> Response {
        guard visit.may(.owner) else {
            throw PortalError(
                .notAllowed, "Only an owner of the content may change templates and see how they would look.")
        }
        do {
            let page = try await wing.preview.page(
                try Self.uri(request), app: try visit.id(), theme: Self.theme(form["theme"]),
                draft: (name: form["template"], text: form.raw("text")))
            return PortalDesk.html(page, policy: Self.policy)
        } catch let error as PublishingError where error.code == .template {
            let page = try PageLibrary.shared().render(Problem(text: error.message), as: "preview-problem")
            return PortalDesk.html(page, policy: Self.policy)
        }
    }

    private static func theme(_ name: String?) -> String? {
        name.flatMap { ["light", "dark"].contains($0) ? $0 : nil }
    }
}
