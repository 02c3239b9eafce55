import Foundation
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing
import Web

/// Articles from feeds and from other systems.
///
/// A program names addresses or sends the content; no import of a program reads the server's disk.
struct ImportOperations: Sendable {
    private struct Report: Encodable {
        struct Problem: Encodable {
            let file: String
            let message: String
            let severity: String
        }

        let added: [String]
        let changed: [String]
        let removed: [String]
        let kept: [String]
        let unchanged: Int
        let problems: [Problem]

        init(_ report: ImportReport) {
            func texts(_ uris: [ContentURI]) -> [String] { uris.map(\.description) }
            (added, changed, removed) = (texts(report.added), texts(report.changed), texts(report.removed))
            (kept, unchanged) = (texts(report.kept), report.unchanged)
            problems = report.problems.map {
                Problem(file: $0.file, message: $0.message, severity: $0.severity.rawValue)
            }
        }

        static let schema = Schema.object([
            "added": .list(.uri), "changed": .list(.uri), "removed": .list(.uri),
            "kept": .list(.uri).described("Changed in the source, but edited here since: the edit stays."),
            "unchanged": .count,
            "problems": .list(.object(["file": .anything, "message": .anything, "severity": .anything])),
        ])
    }

    /// The most articles of one request.
    private static let mostArticles = 1000

    private static let articleFields: [Field] =
        [
            .text("key", 1...1024, "Identifies the article in its source.", isRequired: true),
            .texts(
                "categories", most: 64, 1...256,
                "The first is the title of the channel, which is made if it is missing; all become tags."),
            .text("title", 1...1024, "For people.", isRequired: true),
        ] + ArticleOperations.fields.filter { $0.name != "title" }

    private static let fields: [Field] = [
        .text("url", 8...2048, "The address of a feed, http or https, which the server reads."),
        .text("feed", 1...ArticleContent.maximumBodySize, "A feed itself: RSS, Atom or JSON Feed."),
        .objects("articles", most: mostArticles, of: articleFields, "Articles, as Markdown or HTML."),
        .text(
            "source", 1...1024,
            "The name of where `feed` or `articles` come from: the next import under this name changes what changed."),
        .text("hub", 1...1024, "The hub's title.", isRequired: true),
        .text(
            "channel", 1...64, "The id of a channel that gets every article; by their categories unless it is given."),
        .bool("removes_missing", "Removes what came from the same source before and is not in it now."),
    ]

    let importer: ContentImporter

    var operations: [Operation] {
        [
            Operation(
                "importContent", .post, "apps/{app}/imports",
                "Brings the articles of a feed, or articles in the body, into a hub, which is made if it is missing. "
                    + "One of `url`, `feed` and `articles` says what is imported.",
                scope: .contentWrite, fields: Self.fields, Report.schema, handler: run)
        ]
    }

    private func run(_ call: Call) async throws -> Response {
        let (source, content) = try Self.source(call.body)
        let report = try await importer.run(
            ImportRequest(
                source: source, content: content, app: call.app, hub: call.body.text("hub") ?? "",
                channel: call.body.text("channel"), removesMissing: call.body.bool("removes_missing"), who: call.who))
        return try .json(Report(report))
    }

    /// The name or address of the source, and the content that the body has.
    private static func source(_ body: Values) throws(WebError) -> (String, ImportContent?) {
        guard ["url", "feed", "articles"].count(where: body.has) == 1 else {
            throw WebError(.badRequest, "give either \"url\", \"feed\" or \"articles\"")
        }
        if let url = body.text("url") {
            guard url.hasPrefix("https://") || url.hasPrefix("http://") else {
                throw WebError(.badRequest, "\"url\" must begin with https:// or http://")
            }
            guard !body.has("source") else {
                throw WebError(.badRequest, "a feed at an address is named by it, so it has no \"source\"")
            }
            return (url, nil)
        }
        guard let name = body.text("source") else {
            throw WebError(.badRequest, "\"source\" is missing: it names where the content comes from")
        }
        if let feed = body.text("feed") { return (name, .feed(Data(feed.utf8))) }
        let articles = (body.objects("articles") ?? []).map { article in
            SubmittedArticle(
                key: article.text("key") ?? "", categories: article.texts("categories") ?? [],
                content: ArticleOperations.applying(article, to: ArticleContent(title: "", body: "")))
        }
        guard Set(articles.map(\.key)).count == articles.count else {
            throw WebError(.badRequest, "two of the \"articles\" have the same \"key\"")
        }
        return (name, .articles(articles))
    }
}
