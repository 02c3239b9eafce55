import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Web

/// Pictures of the media library beside the fields of a unit's editor, also those that no stored unit shows.
struct UnitPictureRoom: PortalRoom {
    let desk: PortalDesk
    let platform: Platform

    func add(to routes: RoomRoutes<some RequestContext>) {
        routes.get("placements/pictures/:hub/:name") { request, context, visit in
            let (hub, name) = (try context.parameters.require("hub"), try context.parameters.require("name"))
            guard let picture = LibraryPicture(app: try visit.id(), hub: hub, name: name),
                let asset = try await platform.content.asset(picture.uri, app: picture.app),
                asset.mediaType.hasPrefix("image/"),
                let file = try await platform.objects.file(asset.object.sha256, as: .identity)
            else { throw PortalError(.notFound, "There is no picture “\(name)” in the library.") }
            let answer = FileAnswer(
                file: file, mediaType: asset.mediaType, etag: "\"\(asset.object.sha256.hex)\"",
                caching: "private, no-cache")
            var response = try await answer.response(to: request, context: context).0
            // An imported picture may be an SVG, which somebody could open as a page.
            response.headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
            return response
        }
    }
}
