import Crypto
import Foundation
import MarqueeWire

/// Signs requests by AWS signature version 4, in the header `Authorization`, with the hash of the body.
///
/// Paths and queries come percent-encoded and are signed as they are sent: S3 encodes each path once, unlike Amazon's
/// other services. Every header that the caller gives is signed.
struct S3Signature: Sendable {
    static let emptyHash = hash(Data())

    let credentials: S3Credentials
    let region: String

    /// The headers of a request with those that authenticate it.
    /// - Parameters:
    ///   - path: percent-encoded, from the first slash.
    ///   - query: percent-encoded names and values.
    ///   - headers: lower-case names, `host` among them.
    ///   - bodyHash: the SHA-256 of the body in hexadecimal digits.
    ///   - date: when the request is sent.
    func sign(
        _ method: String, path: String, query: [(name: String, value: String)],
        headers: [(name: String, value: String)],
        bodyHash: String, at date: Date
    ) -> [(name: String, value: String)] {
        let time = Self.time(date)
        var headers = headers + [("x-amz-content-sha256", bodyHash), ("x-amz-date", time)]
        if let token = credentials.token { headers.append(("x-amz-security-token", token)) }
        headers.sort { $0.name < $1.name }
        let names = headers.map(\.name).joined(separator: ";")
        let request = [
            method, path, Self.text(query), headers.map { "\($0.name):\($0.value)\n" }.joined(), names, bodyHash,
        ].joined(separator: "\n")
        let scope = "\(time.prefix(8))/\(region)/s3/aws4_request"
        let text = "AWS4-HMAC-SHA256\n\(time)\n\(scope)\n\(Self.hash(Data(request.utf8)))"
        let authorization =
            "AWS4-HMAC-SHA256 Credential=\(credentials.accessKey)/\(scope), SignedHeaders=\(names), "
            + "Signature=\(signature(of: text, day: String(time.prefix(8))))"
        return headers + [("authorization", authorization)]
    }

    /// A query as it is signed and sent: sorted, each name with an equals sign.
    static func text(_ query: [(name: String, value: String)]) -> String {
        query.sorted { ($0.name, $0.value) < ($1.name, $1.value) }.map { "\($0.name)=\($0.value)" }.joined(
            separator: "&")
    }

    /// Encodes each segment of a path.
    static func encodedPath(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false).map { PercentEncoding.encoded(String($0)) }.joined(
            separator: "/")
    }

    static func hash(_ data: Data) -> String { HexDigits.string(SHA256.hash(data: data)) }

    private func signature(of text: String, day: String) -> String {
        var key = SymmetricKey(data: Data("AWS4\(credentials.secret)".utf8))
        for part in [day, region, "s3", "aws4_request"] {
            key = SymmetricKey(data: HMAC<SHA256>.authenticationCode(for: Data(part.utf8), using: key))
        }
        return HexDigits.string(HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key))
    }

    /// `20130524T000000Z`.
    private static func time(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
        let (day, time) = ([parts.month, parts.day], [parts.hour, parts.minute, parts.second])
        func digits(_ numbers: [Int?]) -> String { numbers.map { String(format: "%02d", $0 ?? 0) }.joined() }
        return "\(parts.year ?? 1970)\(digits(day))T\(digits(time))Z"
    }
}
