import Foundation
import Hummingbird
import NIOCore

/// The files of the lab's page.
enum LabAsset {
    private static let mediaTypes = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    ]

    static func text(_ name: String) -> String {
        let url = Bundle.module.url(forResource: "Assets/\(name)", withExtension: nil)
        return url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
    }

    /// - Throws: 404 for any name but those of the files that pages may ask for.
    static func answer(_ name: String) throws -> Response {
        guard
            [
                "lab.css", "lab.js", "phone.js", "feed.js", "logo.svg", "ads.css", "ads.js", "asks.js", "call.js",
                "frames.js", "places.js", "stage.js",
            ].contains(name),
            let type = mediaTypes[String(name.split(separator: ".").last ?? "")]
        else {
            throw HTTPError(.notFound)
        }
        return Response(
            status: .ok, headers: [.contentType: type, .cacheControl: "no-cache", .xContentTypeOptions: "nosniff"],
            body: .init(byteBuffer: ByteBuffer(string: text(name))))
    }
}
