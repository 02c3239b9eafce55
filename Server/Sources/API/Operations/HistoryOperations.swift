import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing
import Web

/// The kept versions of an article, restoring one, and taking the live one down.
struct HistoryOperations: Sendable {
    private struct Entry: Encodable, Sendable {
        struct Publication: Encodable, Sendable {
            let release: Int
            let issued: String
            let who: String
        }

        let version: Int
        let saved: String
        let savedBy: String
        let change: ArticleChange
        let title: String
        let isDraft: Bool
        let publications: [Publication]

        init(_ version: ArticleVersion) {
            (self.version, saved, savedBy) = (version.version, APITime.text(version.saved), version.who)
            (change, title, isDraft) = (version.change, version.title, version.isDraft)
            publications = version.publications.prefix(HistoryOperations.mostPublications).map {
                Publication(release: $0.release, issued: APITime.text($0.issued), who: $0.who)
            }
        }

        enum CodingKeys: String, CodingKey {
            case version, saved, change, title, publications
            case savedBy = "saved_by"
            case isDraft = "is_draft"
        }

        static let schema = Schema.object([
            "version": .count, "saved": .time,
            "saved_by": .anything.described("Who saved it; empty for a version from before names were kept."),
            "change": .choice(ArticleChange.allCases.map(\.rawValue)).described("Why it was saved."),
            "title": .text(0...1024), "is_draft": .bool,
            "publications": .list(.object(["release": .count, "issued": .time, "who": .anything])).described(
                "The releases with which it went live, the newest first; at most \(HistoryOperations.mostPublications)."
            ),
        ])
    }

    private static let mostPublications = 50

    let articles: ArticleOperations
    let publisher: Publisher

    var operations: [Operation] {
        let article = "apps/{app}/hubs/{hub}/articles/{article}"
        return [
            Operation(
                "listArticleVersions", .get, "\(article)/versions",
                "Lists the kept versions of an article without their texts, the newest first.", scope: .contentRead,
                parameters: [.limit, .cursor], .page(of: Entry.schema), handler: list),
            Operation(
                "readArticleVersion", .get, "\(article)/versions/{number}",
                "Reads an article as one of its kept versions had it.", scope: .contentRead, ArticleOperations.whole
            ) { call in
                let old = try await version(call)
                return try .json(ArticleOperations.Answer(old, nil, now: articles.now()))
            },
            Operation(
                "restoreArticleVersion", .post, "\(article)/versions/{number}/restore",
                "Saves an earlier version again, as a new draft. What is live stays.", scope: .contentWrite,
                parameters: [.ifMatch], ArticleOperations.whole, handler: restore),
            Operation(
                "takeDownArticle", .post, "\(article)/withdraw",
                "Takes a live article off devices with a new release. The article stays as a draft.", scope: .publish,
                parameters: [.ifMatch], ReleaseOperations.Answer.published, handler: withdraw),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let article = try await articles.article(call)
        let (limit, after) = (try call.limit, try call.cursor(Int.self) ?? Int.max)
        let versions = try await articles.content.versions(of: article.uri, app: call.app)
            .filter { $0.version < after }.prefix(limit + 1)
        return try .json(try Page(versions.map(Entry.init), limit: limit) { $0.version })
    }

    private func version(_ call: Call) async throws -> ArticleRecord {
        guard let number = Int(call.name("number")), (1...Int(Int32.max)).contains(number) else {
            throw WebError(.badRequest, "a version is a number from 1 on")
        }
        guard let old = try await articles.content.article(call.article, version: number, app: call.app) else {
            throw WebError(.notFound, "there is no version \(number) of \(call.article)")
        }
        return old
    }

    private func restore(_ call: Call) async throws -> Response {
        let old = try await version(call)
        var restored = try await articles.article(call)
        let expected = try call.requiredVersion
        restored.content = old.content
        restored.content.schedule.isDraft = true
        let draft = restored
        let saved = try await articles.content.saving {
            try await $0.update(draft, expectedVersion: expected, as: .restore, by: call.who)
        }
        return try .record(try await articles.answer(saved), version: saved.version)
    }

    private func withdraw(_ call: Call) async throws -> Response {
        let article = try await articles.article(call)
        guard article.version == (try call.requiredVersion) else {
            throw APIError(.preconditionFailed, "somebody changed it since it was read; read it again")
        }
        guard article.liveVersion != nil else { throw WebError(.badRequest, "the article is in no current release") }
        let outcome = try await publisher.withdraw(article, in: try call.scope, by: call.who)
        var response = try Response.json(ReleaseOperations.Answer(outcome), status: outcome.isNew ? .created : .ok)
        response.headers[.location] = "/api/v1/apps/\(call.app)/releases/\(outcome.release.version)"
        return response
    }
}
