import AsyncHTTPClient
public import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// The fetcher of a running server: HTTP with at most five redirects and a deadline.
public struct HTTPSourceFetcher: SourceFetcher {
    /// From asking to the last byte, in seconds.
    public let deadlineSeconds: Int64

    /// Gives each request a deadline, in seconds.
    public init(deadlineSeconds: Int64 = 30) {
        self.deadlineSeconds = deadlineSeconds
    }

    /// Gets a document or file over HTTP.
    public func fetch(_ url: URL, maximum: Int) async throws(PublishingError) -> Data {
        let address = "\(url.scheme ?? "")://\(url.host ?? "")\(url.path)"
        var request = HTTPClientRequest(url: url.absoluteString)
        request.headers.add(name: "User-Agent", value: "Marquee")
        do {
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(deadlineSeconds))
            guard (200..<300).contains(response.status.code) else {
                throw PublishingError(.unreachable, "\(address) answers \(response.status.code)")
            }
            return Data(buffer: try await response.body.collect(upTo: maximum))
        } catch let error as PublishingError {
            throw error
        } catch is NIOTooManyBytesError {
            throw PublishingError(.tooLarge, "\(address) is larger than \(maximum) bytes")
        } catch {
            throw PublishingError(.unreachable, "\(address) cannot be reached: \(error)")
        }
    }
}
