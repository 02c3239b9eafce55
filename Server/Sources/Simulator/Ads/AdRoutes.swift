import Foundation
import HTTPTypes
import Hummingbird
import MRAID
import NIOCore
import Web

/// The bench for ads: its page, and the routes that its script calls.
struct AdRoutes: Sendable {
    let lab: DeviceLab
    let guardian: LabGuard
    let contentOrigin: @Sendable (Request) throws -> String

    private var stages: AdStages { lab.ads }

    /// The answer to a new ad: the values that a page needs to show it.
    private struct Started: Encodable {
        let id: String
        let nonce: String
        /// The addresses of the pages.
        let pages: [String: String]
        /// The addresses of the pages on their own origins, when these exist; not every browser resolves them.
        let ownPages: [String: String]?
        let answer: AdAnswer
    }

    /// Adds `mraid` and everything below `api/ads`.
    func add(to group: some RouterMethods<some RequestContext>) {
        group.get("mraid") { request, _ in
            try await guardian.reading(request) {
                let content = try contentOrigin(request)
                return try LabPage.make("ads.html", content, frames: AdOrigin.pattern(content: content))
            }
        }
        group.get("api/ads/samples") { request, _ in
            try await guardian.reading(request) { try .json(AdSample.all) }
        }
        group.post("api/ads") { request, _ in
            try await guardian.changing(request) { try await start(request) }
        }
        group.post("api/ads/:id/inputs") { request, context in
            try await guardian.changing(request) {
                let stage = try stages.stage(context.parameters.require("id"))
                let body = try await request.body.collect(upTo: AdInput.maximumSize)
                return try .json(stage.take(AdInputs(json: Data(body.readableBytesView)).inputs))
            }
        }
        group.delete("api/ads/:id") { request, context in
            try await guardian.changing(request) {
                stages.remove(try context.parameters.require("id"))
                return Response(status: .noContent)
            }
        }
    }

    private func start(_ request: Request) async throws -> Response {
        let body = try await request.body.collect(upTo: AdSetup.maximumSize)
        guard let setup = try? JSONDecoder().decode(AdSetup.self, from: Data(body.readableBytesView)) else {
            throw LabError(.badCommand, "the ad's setup is not understood")
        }
        let content = try contentOrigin(request)
        let place = try setup.device.map { try lab.device($0).place } ?? nil
        let stage = try stages.add(setup, origin: try Self.origin(request))
        let own: [(String, String)] = Container.Page.allCases.compactMap { page in
            AdOrigin(of: stage.id, page: page, content: content).map { (page.rawValue, $0.text + stage.path(page)) }
        }
        let pages = Container.Page.allCases.map { ($0.rawValue, content + stage.path($0)) }
        return try .json(
            Started(
                id: stage.id, nonce: stage.nonce, pages: Dictionary(uniqueKeysWithValues: pages),
                ownPages: own.isEmpty ? nil : Dictionary(uniqueKeysWithValues: own), answer: stage.start(at: place)),
            status: .created)
    }

    /// The origin of the requesting page, as its browser sends it; a page of another site cannot send the lab's header.
    private static func origin(_ request: Request) throws -> String {
        let asked = request.head.authority
        let origin = request.headers[.origin] ?? "http://\(asked ?? "")"
        guard let url = URL(string: origin), let scheme = url.scheme, ["http", "https"].contains(scheme),
            let authority = Authority(of: url), authority == Authority(asked),
            origin == authority.origin(scheme: scheme, port: authority.port)
        else { throw LabError(.notAllowed, "only the lab's own page may do this") }
        return origin
    }
}

/// The pages of ads, on the hubs' origin. Each page is in a sandbox without an origin, unless the request names the
/// page's own origin.
struct AdContentRoutes: Sendable {
    let stages: AdStages

    /// Adds `/ad/TOKEN/PAGE`.
    func add(to router: some RouterMethods<some RequestContext>) {
        router.get("ad/:token/:page") { request, context in
            guard let stage = stages.stage(token: try context.parameters.require("token")),
                let name = Container.Page(rawValue: try context.parameters.require("page")),
                let page = try? stage.page(
                    name, isOnOwnOrigin: AdOrigin.isFor(stage.id, name, authority: request.head.authority))
            else { throw HTTPError(.notFound) }
            return Response(
                status: .ok,
                headers: [
                    .contentType: "text/html; charset=utf-8", .contentSecurityPolicy: page.policy,
                    .cacheControl: "no-store", .xContentTypeOptions: "nosniff",
                ],
                body: .init(byteBuffer: ByteBuffer(string: page.html)))
        }
    }
}
