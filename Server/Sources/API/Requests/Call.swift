import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Web

/// One request of a program, as an operation sees it: who asks, about which app, and the checked values.
struct Call: Sendable {
    private let request: Request
    private let path: [String: String]
    let query: [String: String]
    /// `nil` for an operation that needs no token.
    let token: APIToken?
    let body: Values
    /// The file that the body is; `nil` for an empty one and for other operations.
    let upload: JobFileContent?

    init(
        request: Request, path: [String: String], query: [String: String], token: APIToken?, body: Values,
        upload: JobFileContent? = nil
    ) {
        self.request = request
        self.path = path
        self.query = query
        self.token = token
        self.body = body
        self.upload = upload
    }

    /// The name that changes are recorded under.
    var who: String { token?.who ?? "" }

    var app: String { path["app"] ?? "" }
    var scope: Scope { get throws { try Scope(app: app) } }

    /// The hub's URI.
    var hub: ContentURI { ContentURI(hub: name("hub")) }
    var channel: ContentURI { ContentURI(hub: name("hub"), .channel(name("channel"))) }
    var article: ContentURI { ContentURI(hub: name("hub"), .article(name("article"))) }

    func name(_ parameter: String) -> String { path[parameter] ?? "" }

    var version: Int {
        get throws {
            guard let version = Int(name("version")), (1...Int(Int32.max)).contains(version) else {
                throw WebError(.badRequest, "a version is a number from 1 on")
            }
            return version
        }
    }

    /// How many entries a page of a list has.
    var limit: Int { get throws { try number("limit", in: 1...200) ?? 50 } }

    func number(_ name: String, in range: ClosedRange<Int>) throws -> Int? {
        guard let text = query[name] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw WebError(.badRequest, "\"\(name)\" is a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    func time(_ name: String) throws -> Timestamp? {
        guard let text = query[name] else { return nil }
        guard let time = APITime.parse(text) else {
            throw WebError(.badRequest, "\"\(name)\" is a time such as 2026-03-01T09:30:00Z")
        }
        return time
    }

    /// What the list goes on after, as `Cursor` wrote it.
    func cursor<Position: Codable>(_ type: Position.Type) throws -> Position? {
        try query["cursor"].map { try Cursor.read(type, $0) }
    }

    /// The version that the record must have, by `If-Match`; `nil` when the request names none.
    var expectedVersion: Int? {
        get throws {
            guard let header = request.headers[.ifMatch] else { return nil }
            // A compressed answer's tag is a weak one; the version in it is the same.
            let text = header.hasPrefix("W/") ? header.dropFirst(2) : header[...]
            let inner =
                text.hasPrefix("\"") && text.hasSuffix("\"") && text.count > 2 ? text.dropFirst().dropLast() : ""
            guard let version = Int(inner), (0...Int(Int32.max)).contains(version) else {
                throw WebError(.badRequest, "If-Match is the ETag of a record, such as \"3\" in quotes")
            }
            return version
        }
    }

    /// For a record that does not exist.
    /// - Throws: ``APIError`` `preconditionFailed` when the request names a version: somebody deleted what it has read.
    func requireNoVersion() throws {
        guard try expectedVersion == nil else {
            throw APIError(.preconditionFailed, "somebody deleted it since it was read")
        }
    }

    /// The version that an existing record must have.
    /// - Throws: ``APIError`` `preconditionRequired` when the request names none: it would overwrite what it has not read.
    var requiredVersion: Int {
        get throws {
            guard let version = try expectedVersion else {
                throw APIError(
                    .preconditionRequired, "the record exists; read it, and send its ETag as If-Match with the change")
            }
            return version
        }
    }
}

/// Where a list goes on: opaque to programs, and refused when it was not made here.
enum Cursor {
    static func text(_ position: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(position).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    static func read<Position: Decodable>(_ type: Position.Type, _ text: String) throws -> Position {
        let plain = text.replacing("-", with: "+").replacing("_", with: "/")
        let padded = plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
        guard text.utf8.count <= 1024, let data = Data(base64Encoded: padded),
            let position = try? JSONDecoder().decode(type, from: data)
        else { throw refusal }
        return position
    }

    static let refusal = WebError(.badRequest, "\"cursor\" is not the `next` of a page of this list")
}
