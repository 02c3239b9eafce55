import Foundation
import HTTPTypes
public import Hummingbird
import MarqueeHub
import MarqueeWire
import NIOCore

/// The hubs' pages, on an origin of their own, so that nothing in them can reach portal or lab.
///
/// Every answer is the SDK's.
public struct HubContentRoutes: Sendable {
    private let lab: DeviceLab

    /// Serves what the apps on the lab's devices show.
    public init(lab: DeviceLab) {
        self.lab = lab
    }

    /// Adds `/TOKEN/HUB/PATH`, `/unit/TOKEN/…` for the units of placements, and `/ad/TOKEN/PAGE` for the ads that are tried in the lab.
    public func add(to router: some RouterMethods<some RequestContext>) {
        AdContentRoutes(stages: lab.ads).add(to: router)
        UnitContentRoutes(lab: lab).add(to: router)
        router.get(":token/**") { request, context in
            guard let app = lab.process(token: try context.parameters.require("token")) else {
                throw HTTPError(.notFound)
            }
            let path =
                request.uri.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true).dropFirst().first
                ?? ""
            guard let url = URL(string: "\(ContentURI.scheme)://\(path)"), let hub = app.surface.hub else {
                return Self.refused("no hub is displayed")
            }
            let isPage = ["iframe", "document", nil].contains(request.headers[.secFetchDest])
            return Self.response(
                hub.answer(
                    ResourceRequest(url, purpose: isPage ? .page : .resource), range: request.headers[.range],
                    script: .standard))
        }
    }

    private static func response(_ answer: WebAnswer) -> Response {
        var response = Response(
            status: .init(code: answer.status), body: .init(byteBuffer: ByteBuffer(bytes: answer.body)))
        for (name, value) in answer.headers {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        return response
    }

    private static func refused(_ reason: String) -> Response {
        Response(
            status: .forbidden,
            headers: [
                .contentType: "text/plain; charset=utf-8", .contentSecurityPolicy: "default-src 'none'",
                .cacheControl: "no-store",
            ],
            body: .init(byteBuffer: ByteBuffer(string: reason)))
    }
}

extension HTTPField.Name {
    /// The purpose for which the browser requests the answer (Fetch Metadata).
    fileprivate static var secFetchDest: HTTPField.Name { HTTPField.Name("sec-fetch-dest") ?? .accept }
}
