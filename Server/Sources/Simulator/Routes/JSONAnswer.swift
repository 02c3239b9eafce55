import Foundation
import Hummingbird
import NIOCore

/// The lab's answers to its own script.
enum JSONAnswer {
    static func make(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Response {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        let body = try encoder.encode(value)
        return Response(
            status: status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }

    static func make(_ error: LabError) throws -> Response {
        let status: HTTPResponse.Status =
            switch error.code {
            case .unknownDevice, .unknownAd, .unknownApp: .notFound
            case .tooMany, .refused, .noContent: .conflict
            case .badCommand: .badRequest
            case .tooLarge: .contentTooLarge
            case .notAllowed: .forbidden
            case .internal: .internalServerError
            }
        return try make(["code": error.code.rawValue, "message": error.message], status: status)
    }
}
