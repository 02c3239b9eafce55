import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
package import PlatformStore
import Web

/// The pictures of the media library that content units show. Everybody may get them, and no other file of the library.
package struct PictureFiles: Sendable {
    /// Of a picture in a preview, in bytes: the most that SDKs keep.
    private static let largestDrawn = 2 << 20
    /// Another file may be put in a picture's place.
    private static let caching = "public, max-age=300"

    private let platform: Platform

    package init(_ platform: Platform) {
        self.platform = platform
    }

    /// - Throws: 404 also for a file of the library that no unit shows.
    func answer(_ picture: LibraryPicture?, to request: Request, context: some RequestContext) async throws -> Response
    {
        guard let picture, try await platform.placements.shows(picture), let asset = try await asset(picture),
            let file = try await platform.objects.file(asset.object.sha256, as: .identity)
        else { throw WebError(.notFound, "there is no such picture, or no content unit shows it") }
        let answer = FileAnswer(
            file: file, mediaType: asset.mediaType, etag: "\"\(asset.object.sha256.hex)\"", caching: Self.caching)
        var response = try await answer.response(to: request, context: context).0
        // An imported picture may be an SVG, which somebody could open as a page.
        response.headers[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }

    /// The unit with its pictures in its document, for a page that may load nothing from here. A picture that is missing
    /// stays an address.
    func embedding(_ unit: ContentUnitRecord) async throws -> ContentUnitRecord {
        var addresses: [String: String] = [:]
        for picture in unit.document.libraryPictures where picture.app == unit.app {
            guard let asset = try await asset(picture), asset.object.length <= Self.largestDrawn,
                let data = try await platform.objects.data(asset.object.sha256, verifying: false)
            else { continue }
            addresses[picture.address] = "data:\(asset.mediaType);base64,\(data.base64EncodedString())"
        }
        guard !addresses.isEmpty else { return unit }
        var unit = unit
        unit.document = unit.document.mappingPictures { addresses[$0] ?? $0 }
        return unit
    }

    private func asset(_ picture: LibraryPicture) async throws(StoreError) -> AssetRecord? {
        let asset = try await platform.content.asset(picture.uri, app: picture.app)
        return asset.flatMap { $0.mediaType.hasPrefix("image/") ? $0 : nil }
    }
}
