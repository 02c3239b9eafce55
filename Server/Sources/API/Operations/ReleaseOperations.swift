import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing
import Web

/// Publishing, and what was published.
struct ReleaseOperations: Sendable {
    struct Answer: Encodable, Sendable {
        let version: Int
        let issued: String
        let note: String
        let who: String
        let restores: Int?
        /// With a publish: whether it made the release.
        var isNew: Bool?
        var warnings: [String]?

        /// The answer to what made a release, or found that nothing had changed.
        init(_ outcome: PublishOutcome) {
            self.init(outcome.release)
            (isNew, warnings) = (outcome.isNew, outcome.warnings)
        }

        init(_ release: ReleaseRecord) {
            (version, issued, note) = (release.version, APITime.text(release.issued), release.note)
            (who, restores) = (release.who, release.restores)
        }

        enum CodingKeys: String, CodingKey {
            case version, issued, note, who, restores, warnings
            case isNew = "is_new"
        }

        private static let members: [String: Schema] = [
            "version": .count, "issued": .time, "note": .anything, "who": .anything,
            "restores": .count.described("The earlier release whose content this one brought back."),
        ]
        static let schema = Schema.object(members, optional: ["restores"])
        static let published = Schema.object(
            members.merging([
                "is_new": .bool.described("False when nothing had changed: the release is the one before."),
                "warnings": .list(.anything).described("What was left out."),
            ]) { $1 }, optional: ["restores"])
    }

    private struct Changes: Encodable {
        struct Entry: Encodable {
            let uri: String
            let title: String

            init(_ entry: ReleaseDiff.Entry) { (uri, title) = (entry.uri.description, entry.title) }
        }

        let added: [Entry]
        let changed: [Entry]
        let removed: [Entry]
        let warnings: [String]

        static let schema: Schema = {
            let entries = Schema.list(.object(["uri": .uri, "title": .anything]))
            return .object(["added": entries, "changed": entries, "removed": entries, "warnings": .list(.anything)])
        }()
    }

    private static let note = Field.text("note", 0...1024, "For people, in the history.")

    let releases: any ReleaseStore
    let publisher: Publisher

    var operations: [Operation] {
        [
            Operation(
                "listReleases", .get, "apps/{app}/releases", "Lists the releases, the newest first.",
                scope: .releasesRead,
                parameters: [.limit, .cursor], .page(of: Answer.schema), handler: list),
            Operation(
                "publish", .post, "apps/{app}/releases",
                "Publishes every article that is ready, and what is live, as a signed release.", scope: .publish,
                fields: [Self.note, .bool("force", "Makes a new release even when nothing changed.")], Answer.published,
                handler: publish),
            Operation(
                "readRelease", .get, "apps/{app}/releases/{version}", "Reads a release.", scope: .releasesRead,
                Answer.schema
            ) { call in try .json(Answer(try await release(call))) },
            Operation(
                "rollBack", .post, "apps/{app}/releases/{version}/rollback",
                "Publishes the content of an earlier release again, as a new one.", scope: .publish,
                fields: [Self.note],
                answers: .created, Answer.schema, handler: rollBack),
            Operation(
                "listChanges", .get, "apps/{app}/changes", "Says what a publish would change now.",
                scope: .releasesRead,
                Changes.schema, handler: changes),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let limit = try call.limit
        let history = try await releases.history(
            try call.scope, before: try call.cursor(Int.self), limit: limit + 1)
        return try .json(try Page(history.map(Answer.init), limit: limit) { $0.version })
    }

    private func release(_ call: Call) async throws -> ReleaseRecord {
        guard let release = try await releases.release(try call.version, of: try call.scope) else {
            throw WebError(.notFound, "there is no release \(call.name("version"))")
        }
        return release
    }

    private func publish(_ call: Call) async throws -> Response {
        let outcome = try await publisher.publish(
            try call.scope, note: call.body.text("note") ?? "", force: call.body.bool("force") ?? false, by: call.who)
        var response = try Response.json(Answer(outcome), status: outcome.isNew ? .created : .ok)
        response.headers[.location] = "/api/v1/apps/\(call.app)/releases/\(outcome.release.version)"
        return response
    }

    private func rollBack(_ call: Call) async throws -> Response {
        let release = try await publisher.rollback(
            try call.scope, to: try call.version, note: call.body.text("note") ?? "", by: call.who)
        return try .json(Answer(release), status: .created)
    }

    private func changes(_ call: Call) async throws -> Response {
        let diff = try await publisher.pendingChanges(try call.scope)
        return try .json(
            Changes(
                added: diff.added.map(Changes.Entry.init), changed: diff.changed.map(Changes.Entry.init),
                removed: diff.removed.map(Changes.Entry.init), warnings: diff.warnings))
    }
}
