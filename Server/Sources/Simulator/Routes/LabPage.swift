import Foundation
import Hummingbird
import NIOCore

/// A page of the lab: it runs its own scripts alone and frames nothing but the content's origin.
enum LabPage {
    /// - Parameter frames: what the page may frame besides.
    static func make(_ name: String, _ contentOrigin: String, frames: String? = nil) -> Response {
        let html = LabAsset.text(name).replacing("{{content-origin}}", with: contentOrigin)
        let policy = """
            default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
            frame-src \([contentOrigin, frames].compactMap(\.self).joined(separator: " ")); form-action 'none'; base-uri 'none'; frame-ancestors 'none'
            """
        var response = Response(status: .ok, body: .init(byteBuffer: ByteBuffer(string: html)))
        response.headers[.contentType] = "text/html; charset=utf-8"
        response.headers[.contentSecurityPolicy] = policy
        response.headers[.cacheControl] = "no-store"
        response.headers[.xContentTypeOptions] = "nosniff"
        return response
    }
}
