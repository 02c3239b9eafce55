import Foundation
import HTTPTypes
package import Hummingbird
import MarqueeWire
import PlatformStore
package import Web

/// The API for programs, `/api/v1`: JSON, with tokens that are allowed what their scopes name.
package struct APIRoutes: Sendable {
    /// The most bytes of a request's body in any operation.
    package static let largestBody = Operation.largestBody

    /// Errors are problem details.
    package static let dialects = [DialectPlace(ProblemDetails(), below: "/api/")]

    private let operations: [Operation]
    private let credentials: any CredentialStore
    private let apps: any AppStore
    private let replays: Replays
    /// Where files are while they arrive.
    private let folder: URL
    private let now: @Sendable () -> Timestamp

    package init(_ parts: APIParts) {
        operations = parts.operations
        credentials = parts.platform.credentials
        apps = parts.platform.apps
        replays = Replays(store: parts.platform.idempotency, now: parts.now)
        folder = parts.platform.folder
        now = parts.now
    }

    /// Adds every operation, and a clear refusal for other methods and addresses below `/api`.
    package func add<Context: RequestContext>(to router: Router<Context>) {
        router.add(middleware: MethodRefusals(operations: operations))
        let group = router.group("api/v1")
        for operation in operations {
            group.on(RouterPath(operation.routerPath), method: operation.method) { request, context in
                try await answer(operation, request, context)
            }
        }
        let document = OpenAPIDocument(operations: operations)
        group.get("openapi.json") { _, _ in try Response.json(document.json) }
    }

    private func answer(_ operation: Operation, _ request: Request, _ context: some RequestContext) async throws
        -> Response
    {
        let path = Dictionary(
            try Operation.names(in: operation.path).map { ($0, try context.parameters.require($0)) }
        ) { $1 }
        let token = try await token(for: operation, app: path["app"], request)
        if operation.isOfApp { try await requireApp(path["app"] ?? "") }
        for name in ["hub", "channel", "article", "file", "unit"] {
            if let value = path[name], !Scope.isValid(value) {
                throw WebError(.notFound, "\"\(value.prefix(80))\" cannot be the id of a \(name)")
            }
        }
        let bytes = operation.hasBody ? try await BodyReader(limit: operation.bodyLimit).read(request) : []
        let query = try query(of: request, operation)
        let call = Call(
            request: request, path: path, query: query, token: token,
            body: try Values(bytes, fields: operation.fields),
            upload: try await upload(request, limit: operation.upload))
        // A file that is sent again is known by its bytes.
        guard let token, operation.method == .post, operation.upload == nil,
            let name = HTTPField.Name("Idempotency-Key"),
            let key = request.headers[name]
        else { return try await operation.handler(call) }
        return try await replays.answer(key: key, token: token.id, request: request, body: bytes) {
            try await operation.handler(call)
        }
    }

    /// The body as a file, on disk as it arrives.
    private func upload(_ request: Request, limit: Int?) async throws -> JobFileContent? {
        guard let limit else { return nil }
        let tooLarge = WebError(.bodyTooLarge, "the file is larger than \(limit) bytes")
        let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard announced <= limit else { throw tooLarge }
        let file = try UnnamedFile(in: folder)
        for try await part in request.body {
            guard file.length + part.readableBytes <= limit else { throw tooLarge }
            try file.append(Array(part.readableBytesView)[...])
            BodyMemory.giveBack(part.readableBytes)
        }
        return file.length > 0 ? JobFileContent(length: file.length) { try file.read($0, $1) } : nil
    }

    private func token(for operation: Operation, app: String?, _ request: Request) async throws -> APIToken? {
        guard let scope = operation.scope else { return nil }
        guard let text = request.headers.bearerToken,
            let token = try await credentials.authenticate(token: text, now: now())
        else {
            throw APIError(.unauthorized, "send a valid token: Authorization: Bearer mq_…")
        }
        guard token.allows(scope, app: app) else {
            throw APIError(
                .insufficientScope,
                token.scopes.contains(scope)
                    ? "this token is for one app, and not for this"
                    : "this needs the scope \(scope.rawValue), which the token has not")
        }
        return token
    }

    private func requireApp(_ id: String) async throws {
        guard try await apps.app(id) != nil else { throw WebError(.notFound, "there is no app \(id.prefix(80))") }
    }

    /// - Throws: ``WebError`` `badRequest` for a parameter that the operation has not, or that comes twice.
    private func query(of request: Request, _ operation: Operation) throws -> [String: String] {
        let known = Dictionary(
            uniqueKeysWithValues: operation.parameters.filter { $0.place == .query }.map { ($0.name, $0) })
        var values: [String: String] = [:]
        for (name, value) in request.uri.queryParameters {
            guard known[String(name)] != nil else {
                throw WebError(.badRequest, "there is no parameter \"\(name.prefix(80))\" here")
            }
            guard !value.isEmpty, value.utf8.count <= known[String(name)]?.schema.longest ?? 1024 else {
                throw WebError(.badRequest, "\"\(name)\" is empty or too long")
            }
            guard values.updateValue(String(value), forKey: String(name)) == nil else {
                throw WebError(.badRequest, "\"\(name)\" is there twice")
            }
        }
        for name in ["hub", "channel"] {
            if let value = values[name], !Scope.isValid(value) {
                throw WebError(.badRequest, "\"\(name)\" is the id of a \(name)")
            }
        }
        return values
    }
}
