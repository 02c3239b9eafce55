import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Web

/// `/v3/publisher/…`: the requests of SDKs from 1.10 on, by GET or POST, with or without a slash at the end.
struct PublisherRoutes: Sendable {
    private static let paths: [(PlacementEvent.Route, String)] = [
        (.open, "v3/publisher/open"), (.content, "v3/publisher/content"), (.purchase, "v3/publisher/iap"),
    ]
    /// A nonce counts once in this time. The request has no time of its own.
    static let nonceLifetime = Duration.seconds(7 * 86_400)

    private static let digest = HTTPField.Name("X-PH-DIGEST")

    let desk: PlacementDesk

    func add<Context: RequestContext>(to router: Router<Context>) {
        for (route, path) in Self.paths {
            // A monitor's look is no request of a device.
            router.on(RouterPath(path), method: .head) { _, _ in Response(status: .methodNotAllowed) }
            for method in [HTTPRequest.Method.get, .post] {
                router.on(RouterPath(path), method: method) { request, context in
                    try await answer(route, request, context)
                }
            }
        }
    }

    private func answer(
        _ route: PlacementEvent.Route, _ request: Request, _ context: some RequestContext
    ) async throws -> Response {
        guard var form = try await desk.form(of: request, context, route) else {
            desk.count(route, .badRequest)
            return EnvelopeDialect.refused("the parameters cannot be read", .badRequest)
        }
        // The device's UDID, which SDKs before 1.13 send: it goes no further.
        let hadUDID = form.removeValue(forKey: PlacementDevice.udid) != nil
        let parameters = form
        let route = route == .content && parameters["metadata"] == "1" ? .badge : route
        let note = hadUDID ? "this version of the SDK is outdated: it sends a UDID, which was dropped; " : ""
        let app = parameters["token"] ?? ""
        let keys = try await desk.secrets.keys(of: app)
        let key = RequestSignature.key(of: parameters, among: keys)
        return try await desk.answer(
            request, route, app: app, keys: keys, parameters: parameters, note: note
        ) {
            guard let key else {
                throw PlacementRefusal.stranger(.wrongSignature, "the signature is missing or not the app's")
            }
            let nonce = parameters["nonce"] ?? ""
            guard PlacementDesk.isNonce(nonce) else {
                throw PlacementRefusal(.badRequest, "a nonce has 1 to 64 letters, digits, \"-\" and \"_\"")
            }
            return PlacementCall(
                app: app, key: key, parameters: parameters, nonce: nonce,
                nonceEnds: desk.now() + Self.nonceLifetime, base: desk.base(of: request),
                hasToken: await desk.hasToken(request, app: app))
        } signing: { body in
            guard let key, let name = Self.digest else { return [:] }
            // A nonce that is not one could be the beginning of another body.
            let nonce = parameters["nonce"] ?? ""
            return PlacementDesk.isNonce(nonce) ? [name: key.secret.digest(of: body, nonce: nonce)] : [:]
        }
    }
}
