import Foundation
import Hummingbird
import NIOCore

/// The portal's own style sheet, script and icon.
enum PortalAsset {
    private static let types = [
        "portal.css": "text/css; charset=utf-8", "portal.js": "text/javascript; charset=utf-8",
        "content.js": "text/javascript; charset=utf-8", "icon.svg": "image/svg+xml",
    ]

    static func answer(_ name: String) throws -> Response {
        guard let type = types[name], let url = Bundle.module.url(forResource: "Assets/\(name)", withExtension: nil)
        else {
            throw HTTPError(.notFound)
        }
        return Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-cache"],
            body: .init(byteBuffer: ByteBuffer(bytes: try Data(contentsOf: url))))
    }
}
