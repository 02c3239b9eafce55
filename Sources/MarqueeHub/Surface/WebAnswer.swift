public import Foundation

/// A ``ResourceAnswer`` in the form of an HTTP response: status, headers and bytes.
public struct WebAnswer: Sendable, Hashable {
    /// 200 for the whole content, 206 for a part, 403 for a refusal, 416 for a part that the content does not have.
    public let status: Int
    /// The headers; their names are in lower case.
    public let headers: [String: String]
    /// The bytes of the response.
    public let body: Data
}

extension WebAnswer {
    /// Converts an answer.
    ///
    /// A refusal has a body that names the reason. `network` is a refusal too, because a web view requests only the
    /// release's own content here.
    init(_ answer: ResourceAnswer, range: String?) {
        switch answer {
        case .content(let data, let mediaType, let headers):
            self.init(data, headers.merging(["content-type": mediaType]) { $1 }, range: range)
        case .denied(let reason): self.init(refusal: reason.rawValue)
        case .network: self.init(refusal: "only the release's own content is served here")
        }
    }

    private init(refusal: String) {
        let body = Data(refusal.utf8)
        let headers = [
            "content-type": "text/plain; charset=utf-8", "content-security-policy": "default-src 'none'",
            "cache-control": "no-store", "content-length": String(body.count),
        ]
        self.init(status: 403, headers: headers, body: body)
    }

    private init(_ data: Data, _ headers: [String: String], range: String?) {
        var headers = headers
        headers["accept-ranges"] = "bytes"
        let part = range.flatMap { Part($0, of: data.count) } ?? .all
        switch part {
        case .all:
            headers["content-length"] = String(data.count)
            self.init(status: 200, headers: headers, body: data)
        case .bytes(let range):
            headers["content-range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(data.count)"
            headers["content-length"] = String(range.count)
            let start = data.startIndex + range.lowerBound
            self.init(status: 206, headers: headers, body: Data(data[start..<start + range.count]))
        case .none:
            headers["content-range"] = "bytes */\(data.count)"
            headers["content-length"] = "0"
            self.init(status: 416, headers: headers, body: Data())
        }
    }

    /// The part that a `Range` header requests (RFC 9110, section 14). Media players request parts of a video.
    private enum Part {
        case all
        case bytes(Range<Int>)
        case none

        /// `nil` if the header is not a single range of bytes; such a header is ignored.
        init?(_ header: String, of count: Int) {
            let text = header.lowercased().filter { $0 != " " }
            guard text.hasPrefix("bytes="), !text.contains(",") else { return nil }
            let ends = text.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
            guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy(\.isNumber) }) else { return nil }
            switch (Int(ends[0]), Int(ends[1])) {
            case (nil, nil): return nil
            case (nil, let last?):
                // If the first position is present but too large for an integer, the header is not a suffix range.
                guard ends[0].isEmpty else { return nil }
                self = last > 0 && count > 0 ? .bytes(max(0, count - last)..<count) : .none
            case (let first?, nil): self = first < count ? .bytes(first..<count) : .none
            case (let first?, let last?):
                guard last >= first else { return nil }
                self = first < count ? .bytes(first..<min(count, last == .max ? count : last + 1)) : .none
            }
        }
    }
}
