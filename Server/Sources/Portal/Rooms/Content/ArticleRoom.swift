import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore
import Publishing

/// One article: edit, delete, create.
///
/// A save that comes second shows both versions, field by field, and loses neither; one that is refused says why above
/// what was typed.
struct ArticleRoom: PortalRoom {
    private struct Page: Sendable {
        struct Channel: Sendable {
            let id: String
            let name: String
            let isSelected: Bool
        }

        let frame: PageFrame
        let hub: String
        let address: String
        let uri: String?
        let version: Int
        let fields: ArticleFields
        let channels: [Channel]
        /// Where the page of what is written is made.
        let preview: String
        let isMarkdown: Bool
        /// The text that the other person saved, when this save came second with another one.
        let theirs: String?
        /// The other fields that differ then.
        let differences: [ArticleDifference]
        let hasDifferences: Bool
    }

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("articles/new") { request, _, visit in
            try await blank(try FormFields(request.uri.query ?? ""), visit)
        }
        routes.post("articles/new") { _, _, visit, form in
            try await create(form, visit)
        }
        routes.get("articles/:hub/:id") { request, context, visit in
            let article = try await article(context, visit)
            let notice =
                request.uri.queryParameters["saved"] == nil
                ? nil : PageFrame.Notice(kind: "good", text: "Saved. Publish to bring it to devices.")
            return try desk.page(try await page(article, visit, notice: notice), "article")
        }
        routes.post("articles/:hub/:id") { _, context, visit, form in
            try await save(try await article(context, visit), form, visit)
        }
        routes.post("articles/:hub/:id/delete") { _, context, visit, form in
            let article = try await article(context, visit)
            try await wing.content.delete(
                article.uri, expectedVersion: form.version, app: article.app, by: visit.who)
            return PortalDesk.redirect("/portal/content")
        }
    }

    private func article(_ context: some RequestContext, _ visit: Visit) async throws -> ArticleRecord {
        let scope = try visit.scope()
        let uri = try ContentURI(
            "\(ContentURI.scheme)://\(try context.parameters.require("hub"))/a/\(try context.parameters.require("id"))")
        guard let article = try await wing.content.article(uri, app: scope.app) else {
            throw PortalError(.notFound, "There is no article \(uri) (any more).")
        }
        return article
    }

    private func blank(_ query: FormFields, _ visit: Visit) async throws -> Response {
        let record = try unwritten(hub: query["hub"], channel: query["channel"], visit)
        return try desk.page(try await page(record, visit, isNew: true), "article")
    }

    private func unwritten(hub: String, channel: String, _ visit: Visit) throws -> ArticleRecord {
        ArticleRecord(
            app: try visit.id(), hub: hub, id: "new", channel: channel, position: 0, version: 0, modified: desk.now(),
            origin: nil,
            content: ArticleContent(title: "", body: "", schedule: ArticleSchedule(published: desk.now())))
    }

    private func create(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let scope = try visit.scope()
        do {
            let channel = try await channel(form["channel"], of: form["hub"], app: scope.app)
            let content = try ArticleForm.content(form, from: ArticleContent(title: "", body: ""))
            let article = try await wing.content.createArticle(
                content, in: channel, app: scope.app, by: visit.who)
            return PortalDesk.redirect("/portal/articles/\(article.hub)/\(article.id)?saved=1")
        } catch {
            guard let notice = PortalProblem.refusal(error) else { throw error }
            let record = try unwritten(hub: form["hub"], channel: form["channel"], visit)
            return try desk.page(
                try await page(record, visit, notice: notice, typed: form, isNew: true), "article", status: .badRequest)
        }
    }

    private func channel(_ id: String, of hub: String, app: String) async throws -> ContentURI {
        guard let uri = try? ContentURI("\(ContentURI.scheme)://\(hub)/c/\(id)"),
            try await wing.content.channel(uri, app: app) != nil
        else { throw PortalError(.invalidField, "The channel is not there (any more); choose one that is.") }
        return uri
    }

    private func save(_ article: ArticleRecord, _ form: FormFields, _ visit: Visit) async throws -> Response {
        var changed = article
        changed.channel = form["channel"]
        do {
            _ = try await channel(changed.channel, of: article.hub, app: article.app)
            changed.content = try ArticleForm.content(form, from: article.content)
            _ = try await wing.content.update(
                changed, expectedVersion: form.version ?? -1, by: visit.who)
        } catch let error as StoreError where error.code == .versionConflict {
            return try await conflict(changed, theirs: article, visit)
        } catch {
            guard let notice = PortalProblem.refusal(error) else { throw error }
            return try desk.page(
                try await page(article, visit, notice: notice, typed: form), "article", status: .badRequest)
        }
        return PortalDesk.redirect("/portal/articles/\(article.hub)/\(article.id)?saved=1")
    }

    private func conflict(_ mine: ArticleRecord, theirs: ArticleRecord, _ visit: Visit) async throws -> Response {
        let text = """
            Somebody else saved this article while you wrote. Below is what differs, with your version in the form: \
            bring them together and save again.
            """
        let notice = PageFrame.Notice(kind: "bad", text: text)
        return try desk.page(
            try await page(mine, visit, notice: notice, theirs: theirs), "article", status: .conflict)
    }

    private func page(
        _ article: ArticleRecord, _ visit: Visit, notice: PageFrame.Notice? = nil, theirs: ArticleRecord? = nil,
        typed form: FormFields? = nil, isNew: Bool = false
    ) async throws -> Page {
        let channels = try await wing.content.channels(hub: article.hub, app: article.app)
        let content = article.content
        let fields = form.map(ArticleFields.init(typed:)) ?? ArticleFields(article)
        let place = "\(article.hub)/\(article.id)"
        let differences = theirs.map { ArticleDifference.between(article, and: $0, in: channels) } ?? []
        return Page(
            frame: desk.frame(isNew ? "New article" : content.title, at: "/portal/content", visit, notice: notice),
            hub: article.hub, address: isNew ? "/portal/articles/new" : "/portal/articles/\(place)",
            uri: isNew ? nil : article.uri.description,
            // What was typed keeps the version that it was typed over: somebody may have saved meanwhile.
            version: form?.version ?? article.version, fields: fields,
            channels: channels.map { .init(id: $0.id, name: $0.title, isSelected: $0.id == fields.channel) },
            preview: "/portal/preview/\(article.hub)/a/\(article.id)",
            isMarkdown: content.format == .markdown,
            theirs: theirs.flatMap { $0.content.body == content.body ? nil : $0.content.body },
            differences: differences, hasDifferences: !differences.isEmpty)
    }
}
