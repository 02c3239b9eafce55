import Foundation
package import Hummingbird
import MarqueeWire
import NIOCore

/// Collects a request body within a size.
///
/// Its time is the connection's (`PaceHandler`): a body that does not arrive ends with an error here.
package struct BodyReader: Sendable {
    /// In bytes, as the body arrives.
    private let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    /// - Throws: ``WebError`` `bodyTooLarge`.
    package func read(_ request: Request) async throws -> [UInt8] {
        let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
        guard announced <= limit else { throw tooLarge }
        var whole: [UInt8] = []
        for try await part in request.body {
            guard whole.count + part.readableBytes <= limit else { throw tooLarge }
            // Not before a byte came: room is given to those who send, not to those who announce.
            if whole.isEmpty { whole.reserveCapacity(max(announced, part.readableBytes)) }
            part.withUnsafeReadableBytes { whole.append(contentsOf: $0) }
        }
        return whole
    }

    /// Reads a body to its end and keeps nothing of it: a connection whose request was not read ends with the answer, and
    /// a client that gets a new token would lose its next request. A larger body is left unread.
    package func discard(_ request: Request) async {
        var count = 0
        do {
            for try await part in request.body {
                count += part.readableBytes
                BodyMemory.giveBack(part.readableBytes)
                guard count <= limit else { return }
            }
        } catch {
            // The sender is gone, and nobody reads the answer.
        }
    }

    /// The body with its `Content-Encoding` undone, of at most `maximum` bytes then.
    /// - Throws: ``WebError``: `bodyTooLarge`, `unsupportedEncoding`, or `badRequest` for damaged gzip.
    package func readDecoded(_ request: Request, maximum: Int) async throws -> [UInt8] {
        let body = try await read(request)
        switch request.headers[.contentEncoding]?.lowercased() {
        case nil, "identity":
            guard body.count <= maximum else { throw tooLarge }
            return body
        case "gzip", "x-gzip":
            do { return Array(try Gzip.decompress(Data(body), maximum: maximum)) } catch {
                throw error.code == .tooLarge
                    ? WebError(.bodyTooLarge, "the body inflates to more than \(maximum) bytes")
                    : WebError(.badRequest, "the gzip body is damaged: \(error.message)")
            }
        case .some: throw WebError(.unsupportedEncoding, "bodies may be compressed with gzip and nothing else")
        }
    }

    private var tooLarge: WebError { WebError(.bodyTooLarge, "the body is larger than \(limit) bytes") }
}
