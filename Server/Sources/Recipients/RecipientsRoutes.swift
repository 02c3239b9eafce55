package import Hummingbird
import MarqueeWire
package import PlatformStore
package import Web

/// The interfaces by which apps reach recipients: `/oauth/token` and `/XMLAPI`.
package struct RecipientsRoutes: Sendable {
    /// The most bytes of a request's body.
    package static let largestBody = XMLAPIRoute.bodyLimit

    /// Errors of `/XMLAPI` are faults, those of `/oauth/token` are what RFC 6749 has.
    package static let dialects = [
        DialectPlace(XMLFaultDialect(), below: "/\(EngageRoute.xmlAPI.rawValue)"),
        DialectPlace(OAuthDialect(), below: "/oauth/"),
    ]

    private let token: TokenRoute
    private let xmlAPI: XMLAPIRoute

    package init(_ platform: Platform) {
        token = TokenRoute(clients: platform.engageClients)
        xmlAPI = XMLAPIRoute(platform)
    }

    package func add<Context: RequestContext>(to router: Router<Context>) {
        token.add(to: router)
        xmlAPI.add(to: router)
    }
}
