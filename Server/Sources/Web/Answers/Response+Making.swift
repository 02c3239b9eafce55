import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore

extension Response {
    /// A value as JSON that no cache keeps; dates are written by ISO 8601.
    package static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(value)
        return bytes(ByteBuffer(bytes: data), type: "application/json; charset=utf-8", status: status)
    }

    /// Plain text that no cache keeps.
    package static func text(
        _ text: String, type: String = "text/plain; charset=utf-8", status: HTTPResponse.Status = .ok
    ) -> Response { bytes(ByteBuffer(string: text), type: type, status: status) }

    /// A page that no cache keeps, and what its policy lets it do (`Content-Security-Policy`).
    package static func page(_ html: String, policy: String, status: HTTPResponse.Status = .ok) -> Response {
        var response = text(html, type: "text/html; charset=utf-8", status: status)
        response.headers[.contentSecurityPolicy] = policy
        return response
    }

    /// Sends a browser elsewhere with `GET`, as after a form.
    package static func seeOther(_ address: String) -> Response {
        Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
    }

    private static func bytes(_ bytes: ByteBuffer, type: String, status: HTTPResponse.Status) -> Response {
        Response(
            status: status, headers: [.contentType: type, .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: bytes))
    }
}
