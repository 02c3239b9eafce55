import Foundation
import HTTPTypes
import Hummingbird
import MarqueePlacements
import NIOCore
import Web

/// The units of placements on the hubs' origin. The policy of the SDK's answer gives each page an origin of its own, and
/// nothing to load but the unit's images.
struct UnitContentRoutes: Sendable {
    let lab: DeviceLab

    /// Adds `/unit/TOKEN/…`.
    func add(to router: some RouterMethods<some RequestContext>) {
        router.get("unit/:token/**") { request, context in
            guard let stage = lab.stage(token: try context.parameters.require("token")),
                let answer = await stage.response(to: request.uri.string)
            else { throw HTTPError(.notFound) }
            return try Self.response(answer)
        }
    }

    private static func response(_ answer: UnitResponse) throws -> Response {
        let isPage = answer.headers["Content-Type"]?.hasPrefix("text/html") == true
        let body = isPage ? try UnitScript.added(to: answer.body) : answer.body
        var response = Response(
            status: .init(code: answer.status), body: .init(byteBuffer: ByteBuffer(bytes: body)))
        for (name, value) in answer.headers where name != "Content-Length" {
            if let name = HTTPField.Name(name) { response.headers[name] = value }
        }
        return response
    }
}
