import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Secrets
import Web

/// `POST /v1/placements/{app}/…`: the same requests as JSON, signed over all that they say.
///
/// The signature is HMAC with SHA-256 over method, path, time, nonce and the hash of the body, each on a line.
struct JSONPlacementRoutes: Sendable {
    /// How far the time of a request may be from the server's.
    private static let window = Duration.seconds(300)
    private static let routes: [(PlacementEvent.Route, String)] = [
        (.open, "open"), (.content, "content"), (.purchase, "purchase"),
    ]

    private static let signature = HTTPField.Name("X-Marquee-Signature")

    let desk: PlacementDesk

    func add<Context: RequestContext>(to router: Router<Context>) {
        for (route, name) in Self.routes {
            router.post(RouterPath("v1/placements/:app/\(name)")) { request, context in
                try await answer(route, app: try context.parameters.require("app"), request, context)
            }
        }
    }

    private func answer(
        _ route: PlacementEvent.Route, app: String, _ request: Request, _ context: some RequestContext
    ) async throws -> Response {
        let body = try await desk.body(of: request, context, route)
        let keys = try await desk.secrets.keys(of: app)
        let nonce = Self.header("x-marquee-nonce", request)
        let time = Self.header("x-marquee-time", request)
        let signed = [
            request.method.rawValue, request.uri.path, time, nonce, HexDigits.string(SHA256.hash(data: body)),
        ].joined(separator: "\n")
        let signature = Self.header("x-marquee-signature", request)
        let key = keys.first { ConstantTime.equal($0.code(of: Data(signed.utf8)), signature) }
        // The journal reads unsigned ones too: a device is found by the ids that it claims.
        var parameters = Self.parameters(body)
        parameters?[PlacementDevice.udid] = nil
        let route = route == .content && parameters?["metadata"] == "1" ? .badge : route
        return try await desk.answer(
            request, route, app: app, keys: keys, parameters: parameters ?? [:]
        ) {
            guard let key else {
                throw PlacementRefusal.stranger(.wrongSignature, "the signature is missing or not the app's")
            }
            guard PlacementDesk.isNonce(nonce) else {
                throw PlacementRefusal(.badRequest, "a nonce has 1 to 64 letters, digits, \"-\" and \"_\"")
            }
            guard let milliseconds = Int64(time), let distance = Self.distance(milliseconds, desk.now()),
                distance <= Self.window
            else {
                throw PlacementRefusal(
                    .badRequest, "the time is not within 5 minutes of the server's", status: .forbidden)
            }
            guard let parameters else {
                throw PlacementRefusal(
                    .badRequest, "the body is an object of texts, numbers and truth values, with each name once")
            }
            return PlacementCall(
                app: app, key: key, parameters: parameters, nonce: nonce, nonceEnds: desk.now() + Self.window * 2,
                base: desk.base(of: request), hasToken: await desk.hasToken(request, app: app))
        } signing: { body in
            guard let key, let name = Self.signature else { return [:] }
            return [name: key.code(of: Array((nonce + "\n").utf8) + body)]
        }
    }

    private static func header(_ name: String, _ request: Request) -> String {
        HTTPField.Name(name).flatMap { request.headers[$0] } ?? ""
    }

    private static func distance(_ milliseconds: Int64, _ now: Timestamp) -> Duration? {
        guard (0...253_402_300_799_999).contains(milliseconds) else { return nil }
        let other = Timestamp(milliseconds: milliseconds)
        return other > now ? other - now : now - other
    }

    /// The members as the parameters of the same names.
    private static func parameters(_ body: [UInt8]) -> [String: String]? {
        let bytes = Data(body)
        guard let members = try? JSONValue(bytes: bytes, maximumSize: PlacementDesk.largestBody).record,
            members.count <= FormParameters.most, JSONValue.repeatedName(in: bytes) == nil
        else { return nil }
        var parameters: [String: String] = [:]
        for (name, value) in members {
            switch value {
            case .text(let text) where !text.utf8.contains(0) && !name.utf8.contains(0): parameters[name] = text
            case .integer(let number): parameters[name] = String(number)
            case .number(let number): parameters[name] = String(number)
            case .truth(let truth): parameters[name] = truth ? "1" : "0"
            default: return nil
            }
        }
        return parameters
    }
}
