import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Web

/// Articles, one by one.
struct ArticleOperations: Sendable {
    /// An article as lists have it, without its text.
    struct Entry: Encodable, Sendable {
        let id: String
        let hub: String
        let channel: String
        let uri: String
        let title: String
        let tags: [String]
        let isDraft: Bool
        let published: String?
        let embargo: String?
        let expires: String?
        let modified: String
        let version: Int
        let state: ArticleState
        let savedBy: String
        let liveVersion: Int?
        let liveSince: String?
        let liveBy: String?

        init(_ article: ListedArticle, now: Timestamp) {
            (id, hub, channel, uri) = (article.id, article.hub, article.channel, article.uri.description)
            (title, tags, version) = (article.title, article.tags, article.version)
            (isDraft, modified) = (article.schedule.isDraft, APITime.text(article.modified))
            published = article.schedule.published.map(APITime.text)
            embargo = article.schedule.embargo.map(APITime.text)
            expires = article.schedule.expires.map(APITime.text)
            (state, savedBy) = (article.state(at: now), article.savedBy)
            (liveVersion, liveBy) = (article.liveVersion, article.liveBy)
            liveSince = article.liveSince.map(APITime.text)
        }

        enum CodingKeys: String, CodingKey {
            case id, hub, channel, uri, title, tags, published, embargo, expires, modified, version, state
            case isDraft = "is_draft"
            case savedBy = "saved_by"
            case liveVersion = "live_version"
            case liveSince = "live_since"
            case liveBy = "live_by"
        }
    }

    struct Answer: Encodable, Sendable {
        let entry: Entry
        let content: ArticleContent

        init(_ article: ArticleRecord, _ listed: ListedArticle?, now: Timestamp) {
            content = article.content
            entry = Entry(listed ?? ListedArticle(article), now: now)
        }

        enum CodingKeys: String, CodingKey { case summary, body, format, authors, language, source }

        func encode(to encoder: any Encoder) throws {
            try entry.encode(to: encoder)
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(content.summary, forKey: .summary)
            try container.encode(content.body, forKey: .body)
            try container.encode(content.format, forKey: .format)
            try container.encode(content.authors, forKey: .authors)
            try container.encodeIfPresent(content.language, forKey: .language)
            try container.encodeIfPresent(content.source, forKey: .source)
        }
    }

    private static let listed: [String: Schema] = [
        "id": Names.schema, "hub": Names.schema, "channel": Names.schema, "uri": .uri, "title": .text(0...1024),
        "tags": .list(.text(1...256)), "is_draft": .bool, "published": .time, "embargo": .time, "expires": .time,
        "modified": .time, "version": .count,
        "state": .choice(ArticleState.allCases.map(\.rawValue)).described(
            "draft, ready for the next publish, live, changed since it went live, scheduled, or expired."),
        "saved_by": .anything.described("Who saved this version; empty for one from before names were kept."),
        "live_version": .count.described("The version that the current release holds; 0 for an unknown earlier one."),
        "live_since": .time.described("When that version was first published."),
        "live_by": .anything.described("Who published it."),
    ]
    private static let dates: Set = [
        "published", "embargo", "expires", "live_version", "live_since", "live_by",
    ]
    static let whole = Schema.object(
        listed.merging([
            "summary": .text(0...16_384), "body": .text(0...ArticleContent.maximumBodySize),
            "format": .choice(ArticleContent.Format.allCases.map(\.rawValue)), "authors": .list(.text(0...256)),
            "language": .text(0...35), "source": .text(0...2048),
        ]) { $1 }, optional: dates.union(["language", "source"]))

    static let fields: [Field] = [
        .text("title", 1...1024, "For people; a new article needs it."),
        .text("summary", 0...16_384, "A sentence or two for a card, as plain text."),
        .text("body", 0...ArticleContent.maximumBodySize, "The text, in `format`."),
        .choice(
            "format", ArticleContent.Format.allCases.map(\.rawValue), "How the body is written; HTML is sanitised."),
        .texts("authors", most: 64, 0...256, "Names for people."),
        .texts("tags", most: 64, 1...256, "What tailoring matches with a user's profile."),
        .optionalText("language", 2...35, "BCP 47; the hub's unless it is given."),
        .optionalText("source", 0...2048, "The address of the original."),
        .time("published", "The date that is shown with the article."),
        .time("embargo", "The article is in no release that is made before."),
        .time("expires", "The article is in no release from then on, and devices no longer show it."),
        .bool("is_draft", "Kept back until somebody says otherwise. What is no draft is ready for the next publish."),
    ]

    let content: any ContentStore
    let now: @Sendable () -> Timestamp

    var operations: [Operation] {
        let article = "apps/{app}/hubs/{hub}/articles/{article}"
        return [
            Operation(
                "listArticles", .get, "apps/{app}/articles",
                "Lists articles without their texts, in the order of their URIs.", scope: .contentRead,
                parameters: [
                    .query("hub", Names.schema, "Only this hub."),
                    .query("channel", Names.schema, "Only this channel of the hub."), .limit, .cursor,
                ], .page(of: .object(Self.listed, optional: Self.dates)), handler: list),
            Operation(
                "createArticle", .post, "apps/{app}/hubs/{hub}/channels/{channel}/articles",
                "Makes an article, the first of its channel. Its id is made from the title and is its own for ever.",
                scope: .contentWrite, fields: Self.fields, answers: .created, Self.whole, handler: create),
            Operation(
                "readArticle", .get, article, "Reads an article with its text.", scope: .contentRead, Self.whole
            ) { call in
                let article = try await self.article(call)
                return try .record(try await answer(article), version: article.version)
            },
            Operation(
                "updateArticle", .put, article, "Changes the members that are given.", scope: .contentWrite,
                parameters: [.ifMatch],
                fields: Self.fields + [
                    .text("channel", 1...64, "Moves it to the front of another channel of the hub.")
                ],
                Self.whole, handler: update),
            Operation(
                "deleteArticle", .delete, article, "Deletes an article.", scope: .contentWrite, parameters: [.ifMatch],
                answers: .noContent, nil, handler: delete),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let limit = try call.limit
        let after = try call.cursor([String].self)
        guard after.map({ $0.count == 2 }) ?? true else { throw WebError(.badRequest, "\"cursor\" is of another list") }
        guard call.query["channel"] == nil || call.query["hub"] != nil else {
            throw WebError(.badRequest, "\"channel\" needs \"hub\"")
        }
        let articles = try await content.articles(
            after: after.map { ($0[0], $0[1]) }, hub: call.query["hub"], channel: call.query["channel"],
            limit: limit + 1, app: call.app)
        return try .json(try Page(articles.map { Entry($0, now: now()) }, limit: limit) { [$0.hub, $0.id] })
    }

    private func create(_ call: Call) async throws -> Response {
        guard let title = call.body.text("title") else { throw WebError(.badRequest, "\"title\" is missing") }
        let made = try await content.createArticle(
            Self.applying(call.body, to: ArticleContent(title: title, body: "")), in: call.channel, app: call.app,
            by: call.who)
        return try .record(
            try await answer(made), version: made.version, status: .created,
            location: "/api/v1/apps/\(call.app)/hubs/\(made.hub)/articles/\(made.id)")
    }

    private func update(_ call: Call) async throws -> Response {
        var article = try await article(call)
        let version = try call.requiredVersion
        if let id = call.body.text("channel") {
            let channel = ContentURI(hub: article.hub, .channel(id))
            guard Scope.isValid(id), try await content.channel(channel, app: call.app) != nil else {
                throw WebError(.badRequest, "the hub has no channel \(id.prefix(80))")
            }
        }
        article.content = Self.applying(call.body, to: article.content)
        article.channel = call.body.text("channel") ?? article.channel
        let changed = article
        let saved = try await content.saving { try await $0.update(changed, expectedVersion: version, by: call.who) }
        return try .record(try await answer(saved), version: saved.version)
    }

    func answer(_ article: ArticleRecord) async throws -> Answer {
        let listed = try await content.listed([article.uri], app: article.app).first
        // Somebody may have saved since: the answer is about the version that was read.
        return Answer(article, listed.flatMap { $0.version == article.version ? $0 : nil }, now: now())
    }

    private func delete(_ call: Call) async throws -> Response {
        _ = try await article(call)
        let version = try call.requiredVersion
        try await content.saving {
            try await $0.delete(call.article, expectedVersion: version, app: call.app, by: call.who)
        }
        return .noContent
    }

    func article(_ call: Call) async throws -> ArticleRecord {
        guard let article = try await content.article(call.article, app: call.app) else {
            throw WebError(.notFound, "there is no article \(call.article)")
        }
        return article
    }

    /// The content with what the body has of it.
    static func applying(_ body: Values, to old: ArticleContent) -> ArticleContent {
        var content = old
        content.title = body.text("title") ?? old.title
        content.summary = body.text("summary") ?? old.summary
        content.body = body.text("body") ?? old.body
        content.format = body.text("format").flatMap(ArticleContent.Format.init) ?? old.format
        content.authors = body.texts("authors") ?? old.authors
        content.tags = body.texts("tags") ?? old.tags
        content.language = body.has("language") ? body.text("language") : old.language
        content.source = body.has("source") ? body.text("source") : old.source
        content.schedule.published = body.has("published") ? body.time("published") : old.schedule.published
        content.schedule.embargo = body.has("embargo") ? body.time("embargo") : old.schedule.embargo
        content.schedule.expires = body.has("expires") ? body.time("expires") : old.schedule.expires
        content.schedule.isDraft = body.bool("is_draft") ?? old.schedule.isDraft
        return content
    }
}
