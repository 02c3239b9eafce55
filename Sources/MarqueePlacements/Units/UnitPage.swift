public import Foundation
public import MarqueeWire

/// A template on screen, at addresses that only its surface serves.
///
/// Each page has a host of its own, so that no unit shares an origin with another one. The unit's images have addresses below
/// that host, and ``arguments(of:)`` puts them into the data of the template.
public struct UnitPage: Sendable, Hashable {
    /// The scheme under which a surface serves pages.
    public static let scheme = "marquee-unit"

    /// The number of the template on screen.
    public let view: Int
    /// The template's address as the surface serves it.
    public let address: URL
    /// The unit's files on the web, by their served addresses.
    private let sources: [String: URL]
    /// The served addresses of the unit's images, by their addresses on the web.
    private let images: [String: String]
    /// The source of a Content-Security-Policy that stands for the page's served files.
    let imageSource: String

    /// The page of a unit's template.
    /// - Parameters:
    ///   - unit: has the template's address and its images.
    ///   - view: the number of the template.
    ///   - id: names the page's origin; a new one for each page.
    ///   - path: for a surface in a browser, which has no scheme of its own: the path below which it serves pages, with a slash
    ///     at both ends. The browser has to give each page an origin of its own. `nil` for a web view with ``scheme``.
    /// - Returns: `nil` if the template's address cannot be served.
    public init?(_ unit: ContentUnit, view: Int, id: UUID = UUID(), path: String? = nil) {
        let host = (path ?? "\(Self.scheme)://") + id.uuidString.lowercased()
        imageSource = path == nil ? "\(Self.scheme):" : "'self'"
        guard let address = Self.served(unit.url, host) else { return nil }
        self.view = view
        self.address = address
        var (sources, images) = ([address.absoluteString: unit.url], [String: String]())
        for image in UnitPolicy.images(of: unit) {
            guard let served = Self.served(image, host)?.absoluteString else { continue }
            sources[served] = image
            images[image.absoluteString] = served
        }
        self.sources = sources
        self.images = images
    }

    /// The address on the web of a file that the page asks for; `nil` for every address that is not one of the unit's files.
    public func source(of served: URL) -> URL? { sources[served.absoluteString] }

    /// The arguments of the template's function for answers as JSON: callback, response, error.
    public func arguments(of answer: BridgeAnswer) -> String {
        let callback = answer.callback.map { JSONValue.text($0) } ?? .null
        let values = JSONValue.list([callback, serving(answer.response), serving(answer.error)])
        return String(decoding: values.bytes, as: UTF8.self)
    }

    private func serving(_ value: JSONValue) -> JSONValue {
        switch value {
        case .text(let text): URL(string: text).flatMap { images[$0.absoluteString] }.map { .text($0) } ?? value
        case .list(let values): .list(values.map(serving))
        case .record(let members): .record(members.mapValues(serving))
        default: value
        }
    }

    /// `HOST/https/media.example/path?query`, where the host comes with its scheme: relative addresses of a template stay below its own folder.
    private static func served(_ url: URL, _ host: String) -> URL? {
        guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true), let scheme = parts.scheme,
            let name = parts.host?.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(["-", "."]))
        else { return nil }
        let port = parts.port.map { "-\($0)" } ?? ""
        let query = parts.percentEncodedQuery.map { "?\($0)" } ?? ""
        return URL(string: "\(host)/\(scheme)/\(name)\(port)\(parts.percentEncodedPath)\(query)")
    }
}
