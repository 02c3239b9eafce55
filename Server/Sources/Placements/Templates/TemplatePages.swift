import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import NIOCore
import PlatformStore
import Web

/// The page that draws each kind of unit, under an address with the hash of its bytes: an address never changes what it
/// shows, so apps keep pages for good.
struct TemplatePages: Sendable {
    private static let path = "v3/templates"

    private struct Page: Sendable {
        let hash: String
        let body: Data
        let policy: String
    }

    private let pages: [ContentUnitRecord.Kind: Page]

    init(_ templates: UnitTemplates) {
        pages = Dictionary(
            uniqueKeysWithValues: ContentUnitRecord.Kind.allCases.map { ($0, Self.page(of: $0, templates)) })
    }

    /// - Parameter base: the server's address, without a slash at the end.
    func address(of kind: ContentUnitRecord.Kind, on base: String) -> String {
        "\(base)/\(Self.path)/\(pages[kind]?.hash ?? "")/\(kind.rawValue).html"
    }

    /// - Throws: 404 for another name, and for the address of an earlier page.
    func answer(hash: String, name: String, to request: Request) throws -> Response {
        let kind = name.hasSuffix(".html") ? ContentUnitRecord.Kind(rawValue: String(name.dropLast(5))) : nil
        guard let kind, let page = pages[kind], page.hash == hash else {
            throw WebError(.notFound, "there is no such template")
        }
        return Response(
            status: .ok,
            headers: [
                .contentType: "text/html; charset=utf-8", .cacheControl: "public, max-age=31536000, immutable",
                .eTag: "\"\(hash)\"", .contentSecurityPolicy: page.policy,
            ], body: ResponseBody(byteBuffer: ByteBuffer(bytes: page.body)))
    }

    private static func page(of kind: ContentUnitRecord.Kind, _ templates: UnitTemplates) -> Page {
        let scripts = [templates.script(of: kind)]
        let body = Data(templates.html(scripts: scripts).utf8)
        return Page(
            hash: String(HexDigits.string(SHA256.hash(data: body)).prefix(40)), body: body,
            policy: "\(templates.policy(scripts: scripts)); frame-src ph:")
    }
}
