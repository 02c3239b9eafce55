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

    /// Serves what the lab's devices show.
    public init(lab: DeviceLab) {
        self.lab = lab
    }

    /// Adds `/TOKEN/HUB/PATH`, and `/ad/TOKEN/PAGE` for the ads that are tried in the lab.
    public func add(to router: some RouterMethods<some RequestContext>) {
        AdContentRoutes(stages: lab.ads).add(to: router)
        router.get(":token/**") { request, context in
            guard let device = lab.device(token: try context.parameters.require("token")) else {
                throw HTTPError(.notFound)
            }
            let path =
                request.uri.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true).dropFirst().first
                ?? ""
            guard let url = URL(string: "\(ContentURI.scheme)://\(path)"), let hub = device.surface.hub else {
                return Self.refused("no hub is displayed")
            }
            let isPage = ["iframe", "document", nil].contains(request.headers[.secFetchDest])
            return Self.answer(
                hub.resource(for: ResourceRequest(url, purpose: isPage ? .page : .resource)), isPage: isPage)
        }
    }

    private static func answer(_ answer: ResourceAnswer, isPage: Bool) -> Response {
        switch answer {
        case .content(let data, let mediaType, let headers):
            var response = Response(status: .ok)
            for (name, value) in headers {
                if let name = HTTPField.Name(name) { response.headers[name] = value }
            }
            response.headers[.contentType] = mediaType
            response.body = .init(byteBuffer: ByteBuffer(bytes: isPage ? AdapterScript.insert(into: data) : data))
            return response
        case .denied(let reason): return refused("\(reason)")
        case .network: return refused("only the release's own content is served here")
        }
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
    /// What the browser wants the answer for (Fetch Metadata).
    fileprivate static var secFetchDest: HTTPField.Name { HTTPField.Name("sec-fetch-dest") ?? .accept }
}
