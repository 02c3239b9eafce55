package import Foundation
package import Hummingbird
import HTTPTypes
import NIOCore

/// The style sheets, scripts and pictures that belong to the server's own pages: read once, served by name.
package struct BundledAssets: Sendable {
    private struct Asset {
        let data: Data
        let type: String
        let tag: String
    }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    ]

    private let assets: [String: Asset]

    /// - Parameters:
    ///   - names: the files that pages may ask for; style sheets, scripts and SVG.
    ///   - folder: where they are in the bundle.
    ///   - bundle: the target's own.
    package init(_ names: [String], in folder: String, of bundle: Bundle) {
        assets = Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                guard let type = Self.types[(name as NSString).pathExtension],
                    let url = bundle.url(forResource: "\(folder)/\(name)", withExtension: nil),
                    let data = try? Data(contentsOf: url)
                else { return nil }
                return (name, Asset(data: data, type: type, tag: EntityTag.of(data)))
            })
    }

    /// Answers with an asset, or with 304 when the browser has it as it is now.
    /// - Throws: 404 for any other name.
    package func answer(_ name: String, to request: Request) throws -> Response {
        guard let asset = assets[name] else { throw HTTPError(.notFound) }
        var headers: HTTPFields = [
            .contentType: asset.type, .cacheControl: "no-cache", .eTag: asset.tag,
            .xContentTypeOptions: "nosniff",
        ]
        guard !EntityTag.matches(request.headers[.ifNoneMatch], asset.tag) else {
            headers[.contentType] = nil
            return Response(status: .notModified, headers: headers)
        }
        return Response(status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: asset.data)))
    }
}
