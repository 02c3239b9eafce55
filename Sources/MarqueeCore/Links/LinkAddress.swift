import Foundation

/// The parts of a link that routes look at: host, path segments and query, percent-decoded.
struct LinkAddress: Sendable, Hashable {
    /// A longer link has no parts.
    static let longest = 8_192
    /// More pairs of the query are left out.
    static let mostPairs = 128

    private(set) var host: String
    /// Without the empty segments of repeated or trailing slashes.
    private(set) var path: [String]
    /// The pairs of the query in order.
    let query: [(name: String, value: String)]

    /// Reads a link. What cannot be decoded stays as it is.
    init(_ url: URL) {
        let text = url.absoluteString
        guard text.utf8.count <= Self.longest, let parts = URLComponents(string: text) else {
            (host, path, query) = ("", [], [])
            return
        }
        host = Self.decode(parts.percentEncodedHost ?? "")
        path = parts.percentEncodedPath.split(separator: "/").map { Self.decode(String($0)) }
        query = (parts.percentEncodedQuery ?? "").split(separator: "&").prefix(Self.mostPairs).compactMap { pair in
            guard let end = pair.firstIndex(of: "=") else { return nil }
            let name = Self.decode(String(pair[..<end]))
            return name.isEmpty ? nil : (name, Self.decode(String(pair[pair.index(after: end)...])))
        }
    }

    /// The query by name; the last value of a name counts.
    var parameters: [String: String] { Dictionary(query.map { ($0.name, $0.value) }) { $1 } }

    /// The address without its last path segment, or without its host if it has no path; `nil` if it has neither.
    var trimmed: LinkAddress? {
        var shorter = self
        if !path.isEmpty {
            shorter.path.removeLast()
        } else if !host.isEmpty {
            shorter.host = ""
        } else {
            return nil
        }
        return shorter
    }

    private static func decode(_ text: String) -> String { text.removingPercentEncoding ?? text }

    static func == (left: Self, right: Self) -> Bool {
        left.host == right.host && left.path == right.path && left.query.map(\.name) == right.query.map(\.name)
            && left.query.map(\.value) == right.query.map(\.value)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(path)
    }
}
