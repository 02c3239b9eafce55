import Foundation
import Hummingbird
import NIOCore

/// Collects a request body within a size and a time. Silence between two parts is ended by the connection's idle
/// timeout, a trickle by the deadline here.
struct RequestBodyReader: Sendable {
    /// In bytes, as the body arrives.
    let limit: Int
    let deadline: Duration

    func read(_ request: Request) async throws -> ByteBuffer {
        if let announced = request.headers[.contentLength].flatMap({ Int($0) }), announced > limit { throw tooLarge }
        let end = ContinuousClock.now + deadline
        var whole = ByteBuffer()
        for try await part in request.body {
            guard whole.readableBytes + part.readableBytes <= limit else { throw tooLarge }
            guard ContinuousClock.now < end else {
                throw ServiceError(.requestTimeout, "the body did not arrive within \(deadline)")
            }
            if whole.readableBytes == 0 { whole = part } else { whole.writeImmutableBuffer(part) }
        }
        return whole
    }

    /// The body with its `Content-Encoding` undone.
    /// - Parameter maximum: the most bytes it may inflate to.
    func readDecoded(_ request: Request, maximum: Int) async throws -> Data {
        let body = try await read(request)
        let data = Data(body.readableBytesView)
        switch request.headers[.contentEncoding]?.lowercased() {
        case nil, "identity":
            guard data.count <= maximum else { throw tooLarge }
            return data
        case "gzip", "x-gzip": return try GzipBody.inflate(data, maximum: maximum)
        case .some: throw ServiceError(.unsupportedEncoding, "bodies may be compressed with gzip and nothing else")
        }
    }

    private var tooLarge: ServiceError { ServiceError(.bodyTooLarge, "the body is larger than \(limit) bytes") }
}
