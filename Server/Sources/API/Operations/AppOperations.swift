import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Publishing
import Web

/// The apps of the server.
struct AppOperations: Sendable {
    private struct Answer: Encodable, Sendable {
        let id: String
        let name: String
        let created: String

        init(_ app: AppRecord) {
            (id, name, created) = (app.id, app.name, APITime.text(app.created))
        }

        static let schema = Schema.object(["id": Names.schema, "name": .text(0...1024), "created": .time])
    }

    let apps: any AppStore
    let keys: KeyCeremony

    var operations: [Operation] {
        [
            Operation(
                "listApps", .get, "apps", "Lists the apps, in the order of their ids.", scope: .appsRead,
                parameters: [.limit, .cursor], .page(of: Answer.schema), handler: list),
            Operation(
                "createApp", .post, "apps", "Makes an app with keys of its own.", scope: .appsWrite,
                fields: [
                    .text(
                        "id", 1...64, "Stands in addresses: lower-case letters, digits, \".\", \"_\" and \"-\".",
                        isRequired: true),
                    .text("name", 1...256, "For people; the id unless it is given."),
                ], answers: .created, Answer.schema, handler: create),
            Operation("readApp", .get, "apps/{app}", "Reads an app.", scope: .appsRead, Answer.schema, handler: read),
        ]
    }

    private func list(_ call: Call) async throws -> Response {
        let (limit, last) = (try call.limit, try call.cursor(String.self))
        let apps = try await apps.apps().filter { app in
            last.map { app.id > $0 } ?? true && call.token?.allows(.appsRead, app: app.id) ?? false
        }
        return try .json(try Page(apps.map(Answer.init), limit: limit) { $0.id })
    }

    private func create(_ call: Call) async throws -> Response {
        let id = call.body.text("id") ?? ""
        let app = try await keys.makeApp(id, name: call.body.text("name") ?? id, by: call.who)
        var response = try Response.json(Answer(app), status: .created)
        response.headers[.location] = "/api/v1/apps/\(app.id)"
        return response
    }

    private func read(_ call: Call) async throws -> Response {
        guard let app = try await apps.app(call.app) else { throw WebError(.notFound, "there is no app \(call.app)") }
        return try .json(Answer(app))
    }
}
