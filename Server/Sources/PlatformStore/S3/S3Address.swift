import Foundation

/// A bucket, the prefix of every key in it, and how it is reached:
/// `s3://BUCKET/PREFIX?endpoint=https://HOST&region=REGION&style=path`.
struct S3Address: Sendable, Hashable, CustomStringConvertible {
    let bucket: String
    /// Empty, or with a slash at its end.
    let prefix: String
    let region: String
    /// `https` unless an endpoint says `http`.
    let scheme: String
    /// As in the header `Host`: with the port if it is not the scheme's own.
    let host: String
    /// Stands before each key; `/`, or `/BUCKET/` when the bucket is not in the host's name.
    let path: String
    /// The endpoint as it was given; `nil` for Amazon's own.
    let endpoint: String?

    /// - Parameters:
    ///   - text: the address.
    ///   - region: the region of an address that names none; empty means none.
    /// - Throws: `invalid` with what is wrong; the text is not quoted, because somebody may have written a key in it.
    init(_ text: String, region: String? = nil) throws(StoreError) {
        guard let parts = URLComponents(string: text), parts.scheme == "s3", let bucket = parts.host else {
            throw Self.invalid("has to be s3://BUCKET/PREFIX?endpoint=…&region=…")
        }
        guard parts.user == nil, parts.password == nil, parts.port == nil, parts.fragment == nil else {
            throw Self.invalid("has only a bucket, a prefix and parameters; the key comes from the environment")
        }
        guard Self.isBucket(bucket) else {
            throw Self.invalid("needs a bucket's name of 3 to 63 lower-case letters, digits, dots and hyphens")
        }
        var values: [String: String] = [:]
        for item in parts.queryItems ?? [] {
            guard ["endpoint", "region", "style"].contains(item.name), values[item.name] == nil else {
                throw Self.invalid("has a parameter besides endpoint, region and style, or one of them twice")
            }
            values[item.name] = item.value ?? ""
        }
        self.bucket = bucket
        prefix = try Self.prefix(parts.path)
        self.region = try Self.region(values["region"], region, hasEndpoint: values["endpoint"] != nil)
        let server = try Self.server(values["endpoint"], region: self.region)
        // As it is used, not as it was typed: a database remembers it.
        endpoint = values["endpoint"].map { _ in "\(server.scheme)://\(server.host)" }
        // A certificate for *.HOST is not valid for a bucket with dots, and own servers rarely have such names at all.
        let style = values["style"] ?? (endpoint != nil || bucket.contains(".") ? "path" : "virtual")
        guard ["path", "virtual"].contains(style) else { throw Self.invalid("has a style that is not path or virtual") }
        scheme = server.scheme
        host = style == "path" ? server.host : "\(bucket).\(server.host)"
        path = style == "path" ? "/\(bucket)/" : "/"
    }

    /// Which objects these are, however they are reached: what a database remembers of its objects.
    var place: String { "s3://\(bucket)/\(prefix)" + (endpoint.map { "?endpoint=\($0)" } ?? "") }

    /// The address with its region; it holds no secret.
    var description: String { "\(place)\(endpoint == nil ? "?" : "&")region=\(region)" }

    private static func invalid(_ sentence: String) -> StoreError {
        StoreError(.invalid, "the address of an object store \(sentence)")
    }

    private static func isBucket(_ name: String) -> Bool {
        let ends = [name.first, name.last].allSatisfy { $0 != "." && $0 != "-" }
        return (3...63).contains(name.utf8.count) && ends && !name.contains("..")
            && name.utf8.allSatisfy {
                (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
            }
    }

    private static func prefix(_ path: String) throws(StoreError) -> String {
        let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        let named = segments.last == "" ? segments.dropLast() : segments
        let areNames = named.allSatisfy { segment in
            !segment.isEmpty && segment.first != "."
                && segment.utf8.allSatisfy {
                    (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
                        || [0x2D, 0x2E, 0x5F].contains($0)
                }
        }
        guard areNames, path.utf8.count <= 200 else {
            throw invalid(
                "has a prefix of at most 200 letters, digits, '.', '_', '-' and '/', no part beginning with a dot")
        }
        return named.map { "\($0)/" }.joined()
    }

    private static func region(_ own: String?, _ other: String?, hasEndpoint: Bool) throws(StoreError) -> String {
        guard
            let region = [own, other, hasEndpoint ? "us-east-1" : nil].compactMap({ $0 }).first(where: { !$0.isEmpty })
        else {
            throw invalid("needs region=…, or AWS_REGION in the environment")
        }
        guard region.utf8.count <= 64,
            region.utf8.allSatisfy({ (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
        else {
            throw invalid("has a region of lower-case letters, digits and hyphens, such as eu-central-1")
        }
        return region
    }

    private static func server(_ endpoint: String?, region: String) throws(StoreError) -> (scheme: String, host: String)
    {
        guard let endpoint else { return ("https", "s3.\(region).amazonaws.com") }
        guard let parts = URLComponents(string: endpoint), let scheme = parts.scheme,
            ["http", "https"].contains(scheme),
            let host = parts.encodedHost, !host.isEmpty, parts.user == nil, parts.password == nil,
            ["", "/"].contains(parts.path), parts.query == nil, parts.fragment == nil
        else {
            throw invalid(
                "has an endpoint such as https://objects.example.org or http://127.0.0.1:9000, without a path")
        }
        let standard = scheme == "https" ? 443 : 80
        let port = parts.port.flatMap { $0 == standard ? nil : ":\($0)" } ?? ""
        return (scheme, host.lowercased() + port)
    }
}
