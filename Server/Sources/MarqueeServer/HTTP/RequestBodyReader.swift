import Foundation
import Hummingbird
import MarqueeWire
import NIOCore

/// Collects a request body within a size.
///
/// Its time is the connection's (``PaceHandler``): a body that does not arrive ends with an error here.
struct RequestBodyReader: Sendable {
    /// In bytes, as the body arrives.
    let limit: Int

    func read(_ request: Request) async throws -> ByteBuffer {
        if let announced = request.headers[.contentLength].flatMap({ Int($0) }), announced > limit { throw tooLarge }
        var whole = ByteBuffer()
        for try await part in request.body {
            guard whole.readableBytes + part.readableBytes <= limit else { throw tooLarge }
            if whole.readableBytes == 0 { whole = part } else { whole.writeImmutableBuffer(part) }
        }
        return whole
    }

    /// The body with its `Content-Encoding` undone, of at most `maximum` bytes then.
    /// - Throws: ``ServiceError``: `bodyTooLarge`, `unsupportedEncoding`, or `badRequest` for damaged gzip.
    func readDecoded(_ request: Request, maximum: Int) async throws -> Data {
        let body = try await read(request)
        let data = Data(body.readableBytesView)
        switch request.headers[.contentEncoding]?.lowercased() {
        case nil, "identity":
            guard data.count <= maximum else { throw tooLarge }
            return data
        case "gzip", "x-gzip":
            do { return try Gzip.decompress(data, maximum: maximum) } catch {
                throw error.code == .tooLarge
                    ? ServiceError(.bodyTooLarge, "the body inflates to more than \(maximum) bytes")
                    : ServiceError(.badRequest, "the gzip body is damaged: \(error.message)")
            }
        case .some: throw ServiceError(.unsupportedEncoding, "bodies may be compressed with gzip and nothing else")
        }
    }

    private var tooLarge: ServiceError { ServiceError(.bodyTooLarge, "the body is larger than \(limit) bytes") }
}
