package import Foundation

/// A host and its port as a request or an address names them: `example.org`, `127.0.0.1:4711`, `[::1]:80`.
package struct Authority: Sendable, Hashable {
    /// In lower case; an IPv6 address without its brackets.
    package let host: String
    /// `nil` when it is the scheme's own.
    package let port: Int?

    /// - Returns: `nil` for what is no authority.
    package init?(_ text: String?) {
        guard let text, !text.isEmpty, let url = URL(string: "http://\(text)/"), url.path() == "/", url.user() == nil
        else { return nil }
        self.init(of: url)
    }

    /// The most bytes of a host; names of the DNS have 253 (RFC 1035, section 2.3.4).
    private static let longestHost = 255

    /// The authority of an address.
    package init?(of url: URL) {
        guard let host = url.host(), (1...Self.longestHost).contains(host.utf8.count),
            !host.utf8.contains(where: { #" ;,"'"#.utf8.contains($0) })
        else { return nil }
        self.host = (host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host)
            .lowercased()
        port = url.port
    }

    /// The host as it stands in an address: an IPv6 address has brackets there.
    package var writtenHost: String { host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host }

    /// The origin of the host, with another port.
    package func origin(scheme: String, port: Int?) -> String {
        "\(scheme)://\(writtenHost)" + (port.map { ":\($0)" } ?? "")
    }
}
