import Hummingbird
import MarqueeWire
import PlatformStore

/// The saved versions of an article: the list, the difference of two, and restoring one as a draft.
struct ArticleHistoryRoom: PortalRoom {
    private struct Page: Sendable {
        struct Row: Sendable {
            let version: Int
            let isSaved: Bool
            let isLive: Bool
            let date: String
            let who: String
            let change: String
            let published: String
            /// The difference to the version before; `nil` for the oldest kept one.
            let changes: String?
            /// The difference to what is saved now; `nil` for that version itself.
            let compare: String?
        }

        let frame: PageFrame
        let address: String
        let rows: [Row]
    }

    private struct ComparisonPage: Sendable {
        struct Piece: Sendable {
            let text: String
            let isSame: Bool
            let isRemoved: Bool
            let isAdded: Bool
            let isSkipped: Bool

            init(_ piece: TextDifference.Piece) {
                (text, isSame, isSkipped) = (piece.text, piece.kind == .same, piece.kind == .skipped)
                (isRemoved, isAdded) = (piece.kind == .removed, piece.kind == .added)
            }
        }

        struct Restore: Sendable {
            let action: String
            let version: Int
            let saved: Int
        }

        let frame: PageFrame
        let address: String
        let older: Int
        let newer: Int
        let fields: [ArticleDifference]
        let hasFields: Bool
        let pieces: [Piece]
        let hasText: Bool
        let isSame: Bool
        let restore: Restore?
    }

    let desk: PortalDesk
    let wing: ContentWing

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("articles/:hub/:id/history") { _, context, visit in
            try await list(try await wing.article(context, visit), visit)
        }
        routes.get("articles/:hub/:id/history/:version") { request, context, visit in
            let article = try await wing.article(context, visit)
            let version = try Self.version(context)
            let other = request.uri.queryParameters["with"].flatMap { Int($0) } ?? article.version
            return try await compare(article, version, other, visit)
        }
        routes.post("articles/:hub/:id/history/:version/restore") { _, context, visit, form in
            let article = try await wing.article(context, visit)
            let old = try await stored(article, try Self.version(context))
            var restored = article
            restored.content = old.content
            restored.content.schedule.isDraft = true
            // The channel that the version had, if that still exists.
            restored.channel = old.channel
            _ = try await wing.content.update(
                restored, expectedVersion: form.version ?? -1, as: .restore, by: visit.who)
            return PortalDesk.redirect("\(ArticleAddress.page(article.uri))?saved=1")
        }
    }

    private static func version(_ context: some RequestContext) throws -> Int {
        guard let version = Int(try context.parameters.require("version")), version > 0 else {
            throw PortalError(.notFound, "There is no such version.")
        }
        return version
    }

    private func stored(_ article: ArticleRecord, _ version: Int) async throws -> ArticleRecord {
        guard let old = try await wing.content.article(article.uri, version: version, app: article.app) else {
            throw PortalError(.notFound, "Version \(version) of \(article.uri) is not kept.")
        }
        return old
    }

    private func list(_ article: ArticleRecord, _ visit: Visit) async throws -> Response {
        let versions = try await wing.content.versions(of: article.uri, app: article.app)
        let address = ArticleAddress.page(article.uri)
        let older = versions.dropFirst().map(\.version) + [nil]
        let page = Page(
            frame: desk.frame("History of “\(article.content.title)”", at: "/portal/content", visit),
            address: address,
            rows: zip(versions, older).map { version, before in
                let own = "\(address)/history/\(version.version)"
                return Page.Row(
                    version: version.version, isSaved: version.version == article.version,
                    isLive: version.version == article.liveVersion, date: LocalTime.text(version.saved),
                    who: version.who.isEmpty ? "–" : version.who, change: Self.words(version),
                    published: version.publications.prefix(3).map {
                        "release \($0.release), \(StateLine.saved($0.issued, by: $0.who))"
                    }.joined(separator: "; "),
                    changes: before.map { "\(address)/history/\($0)?with=\(version.version)" },
                    compare: version.version == article.version ? nil : own)
            })
        return try desk.page(page, "article-history")
    }

    private static func words(_ version: ArticleVersion) -> String {
        switch version.change {
        case .create: version.isDraft ? "written as a draft" : "written"
        case .edit: version.isDraft ? "saved as a draft" : "edited and ready"
        case .ready: "marked as ready"
        case .import: "imported"
        case .restore: "restored as a draft"
        case .withdraw: "taken down"
        case .tag: "tags changed"
        }
    }

    private func compare(_ article: ArticleRecord, _ one: Int, _ other: Int, _ visit: Visit) async throws -> Response {
        let (older, newer) = (try await stored(article, min(one, other)), try await stored(article, max(one, other)))
        let channels = try await wing.content.channels(hub: article.hub, app: article.app)
        let fields = ArticleDifference.between(newer, and: older, in: channels)
        let text = TextDifference(
            from: FormFields.plain(older.content.body), to: FormFields.plain(newer.content.body))
        let address = ArticleAddress.page(article.uri)
        let page = ComparisonPage(
            frame: desk.frame(
                "Versions \(older.version) and \(newer.version)", subtitle: article.content.title,
                at: "/portal/content", visit),
            address: address, older: older.version, newer: newer.version, fields: fields, hasFields: !fields.isEmpty,
            pieces: text.pieces.map(ComparisonPage.Piece.init), hasText: !text.pieces.isEmpty,
            isSame: fields.isEmpty && text.pieces.isEmpty,
            restore: one == article.version
                ? nil
                : .init(action: "\(address)/history/\(one)/restore", version: one, saved: article.version))
        return try desk.page(page, "article-versions")
    }
}
