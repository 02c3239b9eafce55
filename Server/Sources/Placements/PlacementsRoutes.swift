package import Foundation
package import Hummingbird
package import MarqueeWire
package import PlatformStore
package import Web

/// The interfaces by which apps ask for content units: `/v3/…` of the SDKs in the field, and `/v1/placements`.
package struct PlacementsRoutes: Sendable {
    /// The most bytes of a request's body.
    package static let largestBody = PlacementDesk.largestBody

    /// Errors are answered in the envelope.
    package static let dialects = [
        DialectPlace(EnvelopeDialect(), below: "/v3/"), DialectPlace(EnvelopeDialect(), below: "/v1/placements/"),
    ]

    private let desk: PlacementDesk
    private let pictures: PictureFiles

    /// - Parameters:
    ///   - proxies: those before the server.
    ///   - publicURL: the server's address for devices; `nil` takes the one of each request.
    ///   - servesTLS: whether devices reach the server by TLS.
    ///   - count: called once for each request, for metrics.
    package init(
        _ platform: Platform, templates: UnitTemplates, purchases: any PurchaseIntake, journal: any PlacementJournal,
        ledger: any PlacementLedger, senders: any PlacementSenders, proxies: Int = 0, publicURL: URL? = nil,
        servesTLS: Bool = false,
        count: @escaping @Sendable (PlacementEvent.Route, PlacementEvent.Outcome) -> Void = { _, _ in },
        now: @escaping @Sendable () -> Timestamp = { Timestamp(Date()) }
    ) {
        pictures = PictureFiles(platform)
        let service = PlacementService(
            placements: platform.placements, purchases: purchases, ledger: ledger,
            templates: TemplatePages(templates), now: now)
        desk = PlacementDesk(
            service: service, secrets: AppSecrets(platform.credentials, now: now), credentials: platform.credentials,
            journal: journal, senders: senders, proxies: proxies, publicAddress: publicURL.map(Self.address),
            asked: AskedAddress(servesTLS: servesTLS),
            count: count, now: now)
    }

    private static func address(_ url: URL) -> String {
        let text = url.absoluteString
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    package func add<Context: RequestContext>(to router: Router<Context>) {
        PublisherRoutes(desk: desk).add(to: router)
        PingRoutes(desk: desk).add(to: router)
        JSONPlacementRoutes(desk: desk).add(to: router)
        router.get("v3/templates/:hash/:name") { [desk] request, context in
            try desk.service.templates.answer(
                hash: try context.parameters.require("hash"), name: try context.parameters.require("name"), to: request)
        }
        router.get("v3/pictures/:app/:hub/:name") { [pictures] request, context in
            let picture = LibraryPicture(
                app: try context.parameters.require("app"), hub: try context.parameters.require("hub"),
                name: try context.parameters.require("name"))
            return try await pictures.answer(picture, to: request, context: context)
        }
    }
}
