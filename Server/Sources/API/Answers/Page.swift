import HTTPTypes
import Hummingbird
import MarqueeWire
import Web

/// One page of a list. `next` is there when there may be more.
struct Page<Item: Encodable & Sendable>: Encodable, Sendable {
    let items: [Item]
    let next: String?

    /// - Parameters:
    ///   - items: up to one more than the page has, which shows that there is a next page.
    ///   - position: what the list goes on after.
    init(_ items: [Item], limit: Int, position: (Item) -> some Encodable) throws {
        let page = Array(items.prefix(limit))
        self.items = page
        next = items.count > limit ? try page.last.map { try Cursor.text(position($0)) } : nil
    }
}

extension Response {
    /// A record with its version as `ETag`.
    static func record(
        _ value: some Encodable, version: Int, status: HTTPResponse.Status = .ok, location: String? = nil
    ) throws -> Response {
        var response = try Response.json(value, status: status)
        response.headers[.eTag] = "\"\(version)\""
        response.headers[.location] = location
        return response
    }

    static let noContent = Response(status: .noContent, headers: [.cacheControl: "no-store"])
}
