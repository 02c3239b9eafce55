import Foundation
import HTTPTypes
public import Hummingbird
import NIOCore

/// The device lab's page and what its script calls, on the portal's origin.
public struct LabRoutes: Sendable {
    /// Set by the lab's own script on every change.
    private static let changeHeader = "x-marquee-lab"

    private let lab: DeviceLab
    private let contentPort: @Sendable () -> Int?
    private let authorize: @Sendable (Request) async throws -> Bool

    /// - Parameters:
    ///   - contentPort: where ``HubContentRoutes`` are served; `nil` until that port is open.
    ///   - authorize: whether a request may use the lab.
    public init(
        lab: DeviceLab, contentPort: @escaping @Sendable () -> Int?,
        authorize: @escaping @Sendable (Request) async throws -> Bool
    ) {
        self.lab = lab
        self.contentPort = contentPort
        self.authorize = authorize
    }

    /// Adds everything below `/lab`.
    public func add(to router: some RouterMethods<some RequestContext>) {
        let group = router.group("lab")
        group.get("/") { request, _ in try await guarded(request) { try page(request) } }
        group.get("assets/:name") { request, context in
            try await guarded(request) { try LabAsset.answer(context.parameters.require("name")) }
        }
        group.get("api/devices") { request, _ in
            try await guarded(request) { try JSONAnswer.make(lab.all.map(DeviceState.init)) }
        }
        group.post("api/devices") { request, _ in
            try await changing(request) { try JSONAnswer.make(DeviceState(try await lab.add()), status: .created) }
        }
        group.delete("api/devices/:id") { request, context in
            try await changing(request) {
                try await lab.remove(context.parameters.require("id"))
                return Response(status: .noContent)
            }
        }
        group.post("api/devices/:id/restart") { request, context in
            try await changing(request) {
                try JSONAnswer.make(DeviceState(try await lab.restart(context.parameters.require("id"))))
            }
        }
        group.post("api/devices/:id/commands") { request, context in
            try await changing(request) { try await command(request, id: context.parameters.require("id")) }
        }
        group.get("api/devices/:id/feed") { request, context in
            try await guarded(request) { FeedAnswer.make(try lab.device(context.parameters.require("id"))) }
        }
    }

    private func command(_ request: Request, id: String) async throws -> Response {
        let device = try lab.device(id)
        let body = try await request.body.collect(upTo: DeviceCommand.maximumSize)
        let command: DeviceCommand
        do {
            command = try JSONDecoder().decode(DeviceCommand.self, from: Data(body.readableBytesView))
        } catch {
            throw LabError(.badCommand, "the command cannot be read: \(error)")
        }
        try await device.perform(command, contentRoot: try contentOrigin(request))
        return try JSONAnswer.make(DeviceState(device))
    }

    private func page(_ request: Request) throws -> Response {
        let origin = try contentOrigin(request)
        let html = LabAsset.text("lab.html").replacing("{{content-origin}}", with: origin)
        let policy = """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src \(origin); \
            form-action 'none'; base-uri 'none'; frame-ancestors 'none'
            """
        var response = Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: html)))
        response.headers[.contentType] = "text/html; charset=utf-8"
        response.headers[.contentSecurityPolicy] = policy
        response.headers[.cacheControl] = "no-store"
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }

    /// The content's origin, on the host by which the browser reached this one.
    private func contentOrigin(_ request: Request) throws -> String {
        guard let port = contentPort(), let authority = request.head.authority,
            let url = URL(string: "http://\(authority)"), let host = url.host(), !host.contains("\""),
            !host.contains(";")
        else { throw LabError(.notAllowed, "the hub content's own port is not open") }
        let scheme = request.head.scheme == "https" ? "https" : "http"
        return "\(scheme)://\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// A request that changes something: sent by this origin's own script, since no other can add the header without
    /// being asked for.
    private func changing(_ request: Request, _ body: () async throws -> Response) async throws -> Response {
        guard request.headers.contains(where: { $0.name.canonicalName == Self.changeHeader && $0.value == "1" }) else {
            return try JSONAnswer.make(LabError(.notAllowed, "only the lab's own page may do this"))
        }
        return try await guarded(request, body)
    }

    private func guarded(_ request: Request, _ body: () async throws -> Response) async throws -> Response {
        guard try await authorize(request) else {
            return try JSONAnswer.make(LabError(.notAllowed, "sign in to the portal to use the device lab"))
        }
        do {
            return try await body()
        } catch let error as LabError {
            return try JSONAnswer.make(error)
        } catch let error as any HTTPResponseError {
            throw error
        } catch {
            return try JSONAnswer.make(LabError(.badCommand, "\(error)"))
        }
    }
}
