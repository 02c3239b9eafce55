import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import Web

/// The device service below `/v1/apps/APP/STREAM`: the server's side of ``ServiceRoute``.
struct DeviceRoutes: Sendable {
    let content: any ServiceContent
    let metrics: ServerMetrics

    func add<Context: RequestContext>(to router: Router<Context>) {
        let service = router.group("v1/apps/:app/:stream")
        service.getAndHead("root/:version", use: root)
        service.getAndHead("fresh", use: fresh)
        service.getAndHead("objects/:hash", use: identity)
        service.getAndHead("objects/:hash/deflate", use: deflated)
        service.getAndHead("objects/:hash/delta/:base", use: delta)
        service.getAndHead("releases/:version/contentDB.sqlite3", use: contentDatabase)
    }

    private func root(_ request: Request, _ context: some RequestContext) async throws -> Response {
        let scope = try Self.scope(context)
        guard let document = try await content.root(app: scope.app, version: try Self.version(context)) else {
            throw WebError(.notFound, "there is no root of this version")
        }
        return Self.document(document, request, cacheControl: FileAnswer.forever)
    }

    private func fresh(_ request: Request, _ context: some RequestContext) async throws -> Response {
        let scope = try Self.scope(context)
        guard let document = try await content.fresh(scope) else {
            throw WebError(.notFound, "nothing has been published for \(scope)")
        }
        return Self.document(document, request, cacheControl: "no-cache")
    }

    private func identity(_ request: Request, _ context: some RequestContext) async throws -> Response {
        try await object(.identity, "identity", request, context)
    }

    private func deflated(_ request: Request, _ context: some RequestContext) async throws -> Response {
        try await object(.deflate, "deflate", request, context)
    }

    private func delta(_ request: Request, _ context: some RequestContext) async throws -> Response {
        try await object(.delta(base: try Self.hash(context, "base")), "delta", request, context)
    }

    private func object(
        _ encoding: ObjectEncoding, _ name: String, _ request: Request, _ context: some RequestContext
    ) async throws -> Response {
        let scope = try Self.scope(context)
        let hash = try Self.hash(context, "hash")
        // A delta costs processor time and disk, so only a request that downloads it makes one.
        let makes = request.method == .get || name != "delta"
        guard let file = try await content.object(hash, encoding, scope: scope, makes: makes) else {
            throw WebError(.notFound, "there is no such object, or not in this encoding")
        }
        let answer = FileAnswer(
            file: file, mediaType: "application/octet-stream", etag: "\"\(hash.hex.prefix(32))-\(name)\"")
        let (response, bytes) = try await answer.response(to: request, context: context)
        if request.method == .get { metrics.recordObject(encoding: name, bytes: bytes) }
        return response
    }

    private func contentDatabase(_ request: Request, _ context: some RequestContext) async throws -> Response {
        let scope = try Self.scope(context)
        let version = try Self.version(context)
        guard let file = try await content.contentDatabase(scope, version: version) else {
            throw WebError(.notFound, "there is no release \(version) of \(scope)")
        }
        let answer = FileAnswer(
            file: file, mediaType: "application/vnd.sqlite3", etag: "\"\(scope.app)-\(scope.stream)-\(version)\"")
        return try await answer.response(to: request, context: context).0
    }

    private static func document(_ document: Data, _ request: Request, cacheControl: String) -> Response {
        let tag = EntityTag.of(document)
        let headers: HTTPFields = [.contentType: "application/octet-stream", .cacheControl: cacheControl, .eTag: tag]
        if EntityTag.matches(request.headers[.ifNoneMatch], tag) {
            return Response(status: .notModified, headers: headers)
        }
        if request.method == .head {
            return Response(
                status: .ok, headers: headers,
                body: ResponseBody(contentLength: document.count) { writer in try await writer.finish(nil) })
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: document)))
    }

    static func scope(_ context: some RequestContext) throws -> Scope {
        try Scope(app: try context.parameters.require("app"), stream: try context.parameters.require("stream"))
    }

    private static func version(_ context: some RequestContext) throws -> Int {
        // Only one spelling is accepted, so that a cache holds each version once.
        let text = try context.parameters.require("version")
        guard let version = Int(text), String(version) == text, (1...Int(Int32.max)).contains(version) else {
            throw WebError(.badRequest, "a version is a number from 1 on")
        }
        return version
    }

    private static func hash(_ context: some RequestContext, _ name: String) throws -> ObjectHash {
        guard let hash = ObjectHash(hex: try context.parameters.require(name)) else {
            throw WebError(.badRequest, "an object is named by 64 lower-case hex digits")
        }
        return hash
    }
}

extension RouterMethods {
    /// Registers one handler for both methods: it answers `HEAD` with what `GET` would announce.
    func getAndHead(_ path: RouterPath, use handler: @escaping @Sendable (Request, Context) async throws -> Response) {
        get(path, use: handler)
        head(path, use: handler)
    }
}
