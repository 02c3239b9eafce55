import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore
import Publishing

/// One article: edit and create.
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

        struct State: Sendable {
            let line: StateLine
            /// What devices have, when that is not what is saved.
            let live: String?
            /// What a page would not show of the saved text, as sentences.
            let problems: [String]
            let canPublish: Bool
            let canWithdraw: Bool
            let canCopy: Bool
            let address: String
        }

        let frame: PageFrame
        /// `nil` for an article that is not saved yet.
        let state: State?
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
        let media: ArticleMedia
        let draft: DraftPlace
        /// Which button comes first: the one that leaves the article as it is, draft or ready.
        let isDraft: Bool
        /// The tags that other articles have, for suggestions.
        let knownTags: [String]
        /// Whether the fields have what was typed and is not stored.
        let isTyped: Bool
    }

    /// Where a browser keeps what is typed and not saved: a copy belongs to one account, app and place.
    private struct DraftPlace: Sendable {
        let account: String
        let app: String
        /// The article; of a new one, its hub and channel.
        let place: String

        init(_ article: ArticleRecord, isNew: Bool, by visit: Visit) {
            account = visit.who
            app = article.app
            place =
                isNew
                ? "new in " + ContentURI(hub: article.hub, .channel(article.channel)).description
                : article.uri.description
        }
    }

    private static let mostKnownTags = 500

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
            let isSaved = request.uri.queryParameters["saved"] != nil
            let isCopied = request.uri.queryParameters["copied"] != nil
            let notice =
                isCopied
                ? PageFrame.Notice(
                    kind: "good",
                    text: "This is the copy, a draft with an address of its own. Its pictures are the same files.")
                : isSaved ? try await notice(afterSaving: article, visit) : nil
            return try desk.page(try await page(article, visit, notice: notice), "article")
        }
        routes.post("articles/:hub/:id") { _, context, visit, form in
            try await save(try await article(context, visit), form, visit)
        }
    }

    private func notice(afterSaving article: ArticleRecord, _ visit: Visit) async throws -> PageFrame.Notice {
        let latest = try await wing.publisher.history(try visit.scope(), limit: 1).first
        let runs = latest.map { $0.restores == nil } ?? false
        return PageFrame.Notice(
            kind: "good", text: StateLine.afterSaving(article, now: desk.now(), schedulesRun: runs))
    }

    private func article(_ context: some RequestContext, _ visit: Visit) async throws -> ArticleRecord {
        try await wing.article(context, visit)
    }

    private func blank(_ query: FormFields, _ visit: Visit) async throws -> Response {
        let record = try unwritten(hub: query["hub"], channel: query["channel"], visit)
        return try desk.page(try await page(record, visit, isNew: true), "article")
    }

    private func unwritten(hub: String, channel: String, _ visit: Visit) throws -> ArticleRecord {
        ArticleRecord(
            app: try visit.id(), hub: hub, id: "new", channel: channel, position: 0, version: 0, modified: desk.now(),
            origin: nil,
            content: ArticleContent(
                title: "", body: "", schedule: ArticleSchedule(published: desk.now(), isDraft: true)))
    }

    private func create(_ form: FormFields, _ visit: Visit) async throws -> Response {
        let scope = try visit.scope()
        do {
            let channel = try await channel(form["channel"], of: form["hub"], app: scope.app)
            let written = try ArticleForm.content(form, from: ArticleContent(title: "", body: ""))
            let content = try await withPictures(written, hub: form["hub"], visit)
            let article = try await wing.content.createArticle(
                content, in: channel, app: scope.app, by: visit.who)
            return PortalDesk.redirect("\(ArticleAddress.page(article.uri))?saved=1")
        } catch {
            guard let notice = FormRefusal.notice(error) else { throw error }
            let record = try unwritten(hub: form["hub"], channel: form["channel"], visit)
            return try desk.page(
                try await page(record, visit, notice: notice, typed: form, isNew: true), "article", status: .badRequest)
        }
    }

    private func channel(_ id: String, of hub: String, app: String) async throws -> ContentURI {
        guard let uri = try? ContentURI("\(ContentURI.scheme)://\(hub)/c/\(id)"),
            try await wing.content.channel(uri, app: app) != nil
        else { throw PortalError(.invalidField, "The channel does not exist; choose another one.") }
        return uri
    }

    private func save(_ article: ArticleRecord, _ form: FormFields, _ visit: Visit) async throws -> Response {
        var changed = article
        changed.channel = form["channel"]
        do {
            _ = try await channel(changed.channel, of: article.hub, app: article.app)
            let written = try ArticleForm.content(form, from: article.content)
            changed.content = try await withPictures(written, hub: article.hub, visit)
            _ = try await wing.content.update(
                changed, expectedVersion: form.version ?? -1, by: visit.who)
        } catch let error as StoreError where error.code == .versionConflict {
            return try await conflict(changed, theirs: article, visit)
        } catch {
            guard let notice = FormRefusal.notice(error) else { throw error }
            return try desk.page(
                try await page(article, visit, notice: notice, typed: form), "article", status: .badRequest)
        }
        return PortalDesk.redirect("\(ArticleAddress.page(article.uri))?saved=1")
    }

    /// The content with its pictures from the web in the library. The page says which of them could not be had.
    private func withPictures(_ content: ArticleContent, hub: String, _ visit: Visit) async throws -> ArticleContent {
        try await wing.pictures.collect(content, hub: hub, app: try visit.id(), by: visit.who).content
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
        let differences = theirs.map { ArticleDifference.between(article, and: $0, in: channels) } ?? []
        return Page(
            frame: desk.frame(isNew ? "New article" : content.title, at: "/portal/content", visit, notice: notice),
            state: isNew ? nil : try await state(of: article, visit), hub: article.hub,
            address: isNew ? "/portal/articles/new" : ArticleAddress.page(article.uri),
            uri: isNew ? nil : article.uri.description,
            // A refused form keeps its version: another person may have saved since it was opened.
            version: form?.version ?? article.version, fields: fields,
            channels: channels.map { .init(id: $0.id, name: $0.title, isSelected: $0.id == fields.channel) },
            preview: "/portal/preview/\(article.hub)/a/\(article.id)",
            isMarkdown: content.format == .markdown,
            theirs: theirs.flatMap { $0.content.body == content.body ? nil : $0.content.body },
            differences: differences, hasDifferences: !differences.isEmpty,
            media: ArticleMedia(hub: article.hub),
            draft: DraftPlace(article, isNew: isNew, by: visit), isDraft: (theirs ?? article).content.schedule.isDraft,
            knownTags: Array(try await wing.content.articleTags(app: article.app).prefix(Self.mostKnownTags)),
            isTyped: form != nil || theirs != nil)
    }

    private func state(of article: ArticleRecord, _ visit: Visit) async throws -> Page.State? {
        guard let listed = try await wing.content.listed([article.uri], app: article.app).first else { return nil }
        let now = desk.now()
        let state = listed.state(at: now)
        var live: String?
        if let version = listed.liveVersion, version != listed.version {
            let since = listed.liveSince.map { " since \(StateLine.saved($0, by: listed.liveBy ?? ""))" } ?? ""
            live =
                version == LiveArticle.unknownVersion
                ? "Devices have an earlier version\(since)." : "Devices have version \(version)\(since)."
        }
        let problems = try await wing.checks.problems(of: [article.uri], app: article.app)[article.uri] ?? []
        return Page.State(
            line: StateLine(listed, now: now), live: live,
            problems: problems.map { FormRefusal.sentence($0.message) },
            canPublish: !listed.schedule.isDraft && [.ready, .changed].contains(state),
            canWithdraw: listed.liveVersion != nil, canCopy: visit.may(.editor),
            address: ArticleAddress.page(article.uri))
    }
}
