import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import PlatformStore
import Web

/// The page that draws each kind of unit, under an address with the hash of its bytes: an address never changes what it
/// shows, so apps keep pages for good.
struct TemplatePages: Sendable {
    static let path = "v3/templates"

    private struct Page: Sendable {
        let hash: String
        let body: Data
        let policy: String
    }

    private let pages: [ContentUnitRecord.Kind: Page]

    init() {
        pages = Dictionary(
            uniqueKeysWithValues: ContentUnitRecord.Kind.allCases.map { ($0, Self.page(script: Self.script(of: $0))) })
    }

    func url(of kind: ContentUnitRecord.Kind, on base: URL) -> URL {
        base.appending(path: "\(Self.path)/\(pages[kind]?.hash ?? "")/\(kind.rawValue).html")
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

    private static func page(script: String) -> Page {
        let body = Data(html(scripts: [script]).utf8)
        return Page(
            hash: String(Hexadecimal.text(SHA256.hash(data: body)).prefix(40)), body: body,
            policy: "\(policy(scripts: [script])); frame-src ph:")
    }
}

/// What a template's page is made of.
extension TemplatePages {
    private static let style = asset("unit.css")

    static func asset(_ name: String) -> String {
        let url = Bundle.module.url(forResource: "Assets/\(name)", withExtension: nil)
        return url.flatMap { try? String(contentsOf: $0, encoding: .utf8) } ?? ""
    }

    static func script(of kind: ContentUnitRecord.Kind) -> String {
        asset("\(kind.rawValue).js") + asset("bridge.js")
    }

    static func html(data: String = "", scripts: [String]) -> String {
        """
        <!DOCTYPE html>
        <html lang="en"><head><meta charset="utf-8"><title></title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <style>\(style)</style></head><body>\(data)\(scripts.map { "<script>\($0)</script>" }.joined())</body></html>

        """
    }

    /// Lets the page run these scripts and show pictures, and do nothing else.
    static func policy(scripts: [String]) -> String {
        func source(_ text: String) -> String {
            "'sha256-\(Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString())'"
        }
        return "default-src 'none'; img-src http: https: data:; style-src \(source(style)); "
            + "script-src \(scripts.map(source).joined(separator: " ")); base-uri 'none'; form-action 'none'"
    }
}
