import Foundation
import HTTPTypes
package import Hummingbird
import MarqueeWire
import NIOCore

/// Sends texts as gzip to clients that accept it: pages, JSON, metrics, style sheets.
///
/// Objects and databases have encodings of their own and pass untouched, as do parts of files and streams.
///
/// Pages with a form's token are compressed too: guessing it from lengths takes many requests with the session's
/// cookie, which its `SameSite` keeps other sites from making.
package struct CompressedAnswers<Context: RequestContext>: RouterMiddleware {
    /// Below this a member's own 18 bytes and the time are not worth it.
    static var minimumSize: Int { 1024 }
    /// Larger texts are sent as they are, so that one request does not hold a core for long.
    static var maximumSize: Int { 4 * 1024 * 1024 }

    package init() {}

    package func handle(_ request: Request, context: Context, next: (Request, Context) async throws -> Response)
        async throws
        -> Response
    {
        var response = try await next(request, context)
        // What answers a post is short, and no cache keeps it.
        guard request.method == .get || request.method == .head,
            let type = response.headers[.contentType], TextTypes.contains(type)
        else { return response }
        response.headers[.vary] = response.headers[.vary].map { $0 + ", Accept-Encoding" } ?? "Accept-Encoding"
        guard request.method == .get, response.status == .ok,
            response.headers[.contentEncoding] == nil, let size = response.body.contentLength,
            (Self.minimumSize...Self.maximumSize).contains(size), Self.accepts(request.headers[.acceptEncoding])
        else { return response }
        let plain = CollectedBody()
        try await response.body.write(plain)
        response.body = ResponseBody(
            byteBuffer: ByteBuffer(bytes: try Gzip.compress(Data(plain.buffer.readableBytesView), level: 6)))
        response.headers[.contentEncoding] = "gzip"
        if let tag = response.headers[.eTag], !tag.hasPrefix("W/") { response.headers[.eTag] = "W/\(tag)" }
        return response
    }

    /// Whether an `Accept-Encoding` takes gzip (RFC 9110, 12.5.3): named, or any, with a weight above 0.
    package static func accepts(_ header: String?) -> Bool {
        guard let header else { return false }
        var any = false
        for part in header.lowercased().split(separator: ",") {
            let fields = part.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) } ?? 1
            if fields.first == "gzip" || fields.first == "x-gzip" { return weight > 0 }
            if fields.first == "*" { any = weight > 0 }
        }
        return any
    }
}

/// The media types that are sent compressed.
private enum TextTypes {
    private static let types: Set<Substring> = [
        "text/html", "text/plain", "text/css", "text/javascript", "text/csv", "application/json", "image/svg+xml",
    ]

    /// Whether a `Content-Type` is one of them; the server's own answers write them in lower case.
    static func contains(_ header: String) -> Bool { types.contains(header.prefix { $0 != ";" && $0 != " " }) }
}
