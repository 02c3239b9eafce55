package import Hummingbird
package import PlatformStore
import Web

/// The interfaces by which apps reach recipients: `/oauth/token` and `/XMLAPI`.
package struct RecipientsRoutes: Sendable {
    /// The most bytes of a request's body.
    package static let largestBody = XMLAPIRoute.bodyLimit

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
