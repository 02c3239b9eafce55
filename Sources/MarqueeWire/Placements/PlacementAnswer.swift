public import Foundation

/// The envelope of every answer of a placements server: `{"response": …, "error": …, "errobj": …}`.
public enum PlacementAnswer: Sendable, Hashable {
    /// The server carried out the request; `nil` if it has nothing to say.
    case success(JSONValue?)
    /// The server refused the request, with its sentence.
    case refused(String)

    /// The largest accepted answer in bytes.
    public static let maximumSize = 256 * 1024

    /// Reads an answer whose digest was checked.
    /// - Throws: ``WireError`` with `tooLarge` or `malformed`, also for JSON without any of the envelope's keys.
    public init(_ body: Data) throws(WireError) {
        let value = try JSONValue(bytes: body, maximumSize: Self.maximumSize)
        guard let members = value.record, members.keys.contains(where: { ["response", "error"].contains($0) }) else {
            throw WireError(.malformed, "the answer has neither response nor error")
        }
        if let error = value["error"] {
            self = .refused(error.text ?? "the server refused the request")
        } else {
            self = .success(value["response"])
        }
    }

    /// The envelope as bytes, in the ancestor's form.
    public var bytes: Data {
        switch self {
        case .success(let response): Data(Self.bytes(ofResponse: Array((response ?? .null).bytes)))
        case .refused(let sentence): Data(Self.envelope(error: JSONValue.text(sentence).bytes, response: "null".utf8))
        }
    }

    /// The envelope of a success, around a response that is JSON already.
    public static func bytes(ofResponse json: [UInt8]) -> [UInt8] { envelope(error: "null".utf8, response: json) }

    private static func envelope(error: some Collection<UInt8>, response: some Collection<UInt8>) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(response.count + 64)
        bytes += #"{"errobj":null,"error":"#.utf8
        bytes += error
        bytes += #","response":"#.utf8
        bytes += response
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }
}

/// The requests of a placements client, as paths below the server's root. Each has a slash at its end.
public enum PlacementRoute: String, Sendable, CaseIterable {
    /// The app was opened.
    case open = "/v3/publisher/open/"
    /// Content, sub-content or a badge for a placement.
    case content = "/v3/publisher/content/"
    /// A purchase in a store.
    case purchase = "/v3/publisher/iap/"

    /// The address on a server.
    public func url(on server: URL) -> URL { server.appending(path: rawValue, directoryHint: .isDirectory) }
}

/// What a badge shows, from the `notification` of an answer.
public struct BadgeData: Sendable, Hashable {
    /// Chooses the renderer, for example `badge`.
    public let type: String
    /// For example `9`.
    public let value: String

    /// A type and a value.
    public init(type: String, value: String) {
        self.type = type
        self.value = value
    }

    /// Reads the `response` of a badge's request.
    /// - Returns: `nil` if there is nothing to show, which is the usual answer.
    public init?(_ response: JSONValue?) {
        guard let notification = response?["notification"], let type = notification["type"]?.text,
            let value = notification["value"]?.plainText
        else { return nil }
        self.init(type: type, value: value)
    }
}
