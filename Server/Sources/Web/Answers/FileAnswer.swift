import Foundation
import HTTPTypes
package import Hummingbird
import NIOCore
package import PlatformStore

/// Answers with a stored file: validators, ranges, and year-long caching for one that never changes under its name; `HEAD`
/// sends the same without the bytes.
package struct FileAnswer: Sendable {
    package static let forever = "public, max-age=31536000, immutable"

    private let file: StoredFile
    private let mediaType: String
    private let etag: String
    private let caching: String

    /// - Parameters:
    ///   - etag: quoted, as it goes into the header.
    ///   - caching: how long the answer may be kept, and by whom.
    package init(file: StoredFile, mediaType: String, etag: String, caching: String = forever) {
        self.file = file
        self.mediaType = mediaType
        self.etag = etag
        self.caching = caching
    }

    /// - Returns: the response and the number of body bytes it announces.
    package func response(to request: Request, context: some RequestContext) async throws -> (Response, bytes: Int) {
        let size = file.length
        var headers: HTTPFields = [
            .contentType: mediaType, .cacheControl: caching, .eTag: etag, .acceptRanges: "bytes",
        ]
        if EntityTag.matches(request.headers[.ifNoneMatch], etag) {
            return (Response(status: .notModified, headers: headers), 0)
        }
        let conditionHolds = request.headers[.ifRange].map { $0 == etag } ?? true
        switch conditionHolds ? ByteRange(header: request.headers[.range], size: size) : .whole {
        case .unsatisfiable:
            headers[.contentRange] = "bytes */\(size)"
            headers[.contentType] = nil
            headers[.cacheControl] = nil
            return (Response(status: .rangeNotSatisfiable, headers: headers), 0)
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound)/\(size)"
            return (try await answer(.partialContent, headers, range, request, context), range.count)
        case .whole:
            guard size > 0 else { return (Response(status: .ok, headers: headers), 0) }
            return (try await answer(.ok, headers, 0...(size - 1), request, context), size)
        }
    }

    private func answer(
        _ status: HTTPResponse.Status, _ headers: HTTPFields, _ range: ClosedRange<Int>, _ request: Request,
        _ context: some RequestContext
    ) async throws -> Response {
        if request.method == .head {
            let body = ResponseBody(contentLength: range.count) { writer in try await writer.finish(nil) }
            return Response(status: status, headers: headers, body: body)
        }
        guard let url = file.url else {
            return Response(status: status, headers: headers, body: remote(range))
        }
        return Response(
            status: status, headers: headers,
            body: try await FileIO().loadFile(path: url.path(percentEncoded: false), range: range, context: context))
    }

    /// Reads a part from the store whenever the connection has room for one.
    private func remote(_ range: ClosedRange<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { [file] writer in
            for part in StoredFile.parts(of: range.lowerBound..<(range.upperBound + 1)) {
                try await writer.write(ByteBuffer(bytes: try await file.bytes(in: part)))
            }
            try await writer.finish(nil)
        }
    }
}
