import AsyncHTTPClient
public import Foundation
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// The fetcher of a running server: HTTP with at most five redirects, a bound in bytes and one deadline for everything.
///
/// The address of every hop is looked up once and checked, and the connection uses that same address, so that the name
/// cannot resolve to another one in between.
public struct HTTPSourceFetcher: SourceFetcher {
    /// The networks from which documents may be fetched.
    public enum Reach: Sendable, Equatable {
        /// Public addresses only: for addresses typed into the portal, which must not lead to services beside this
        /// server.
        case publicOnly
        /// Public addresses, and networks that the operator names: for feeds inside them.
        ///
        /// An address that a document or redirect from outside names still has to be public.
        case publicAnd([AddressRange])
        /// Every address that this machine can reach: for people with access to its command line.
        case anywhere
    }

    static let maximumRedirects = 5

    /// From the request to the last byte, redirects included, in seconds.
    public let deadlineSeconds: Int64
    private let reach: Reach

    /// Fetches within `reach`, each document in at most `deadlineSeconds` from the request to its last byte.
    public init(reach: Reach = .publicOnly, deadlineSeconds: Int64 = 30) {
        self.reach = reach
        self.deadlineSeconds = deadlineSeconds
    }

    /// Gets a document or file over HTTP.
    public func fetch(_ url: URL, maximum: Int) async throws(PublishingError) -> Data {
        try await fetched(url, maximum: maximum).data
    }

    /// Gets a document over HTTP. A document from outside the operator's networks cannot name a file inside them.
    public func open(
        _ url: URL, maximum: Int
    ) async throws(PublishingError) -> (data: Data, files: any SourceFetcher) {
        let fetched = try await fetched(url, maximum: maximum)
        return (fetched.data, HTTPSourceFetcher(reach: fetched.reach, deadlineSeconds: deadlineSeconds))
    }

    /// Does not reach the operator's networks; with `anywhere`, it reaches the same as this one.
    public var outside: any SourceFetcher {
        HTTPSourceFetcher(reach: reach.afterAsking(isInside: false), deadlineSeconds: deadlineSeconds)
    }

    /// A document, and the reach of the files that it names.
    private struct Fetched: Sendable {
        let data: Data
        let reach: Reach
    }

    private func fetched(_ url: URL, maximum: Int) async throws(PublishingError) -> Fetched {
        do {
            return try await withThrowingTaskGroup(of: Fetched.self) { group in
                group.addTask { try await follow(url, maximum: maximum) }
                group.addTask {
                    try await Task.sleep(for: .seconds(deadlineSeconds))
                    throw PublishingError(
                        .unreachable, "\(Self.shown(url)) does not answer within \(deadlineSeconds) s")
                }
                defer { group.cancelAll() }
                return try await group.next() ?? Fetched(data: Data(), reach: .publicOnly)
            }
        } catch let error as PublishingError {
            throw error
        } catch is NIOTooManyBytesError {
            throw PublishingError(.tooLarge, "\(Self.shown(url)) is larger than \(maximum) bytes")
        } catch {
            throw PublishingError(.unreachable, "\(Self.shown(url)) cannot be reached: \(error)")
        }
    }

    private func follow(_ start: URL, maximum: Int) async throws -> Fetched {
        var (url, reach) = (start, reach)
        for _ in 0...Self.maximumRedirects {
            switch try await get(url, within: &reach, maximum: maximum) {
            case .body(let data): return Fetched(data: data, reach: reach)
            case .redirect(let location):
                guard let next = URL(string: location, relativeTo: url)?.absoluteURL else {
                    throw PublishingError(.unreachable, "\(Self.shown(url)) redirects to no address", isAnswer: true)
                }
                guard url.scheme != "https" || next.scheme == "https" else {
                    throw PublishingError(
                        .unreachable, "\(Self.shown(url)) redirects from https to plain http", isAnswer: true)
                }
                url = next
            }
        }
        throw PublishingError(
            .unreachable, "\(Self.shown(start)) redirects more than \(Self.maximumRedirects) times", isAnswer: true)
    }

    private enum Answer {
        case body(Data)
        case redirect(String)
    }

    /// Afterwards `reach` is the reach of the addresses in the answer.
    private func get(_ url: URL, within reach: inout Reach, maximum: Int) async throws -> Answer {
        guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme), let host = url.host(),
            !host.isEmpty
        else {
            throw PublishingError(.unreachable, "\(Self.shown(url)) is not a web address")
        }
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        // A refused connection is an answer; trying again for ten seconds does not change it.
        configuration.connectionPool.retryConnectionEstablishment = false
        if reach != .anywhere {
            let address = try await InternetAddress.address(of: host, within: reach.ranges)
            configuration.dnsOverride = [host: address.text]
            reach = reach.afterAsking(isInside: address.isInside)
        }
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        do {
            let answer = try await ask(url, client, maximum: maximum)
            try await client.shutdown()
            return answer
        } catch {
            try? await client.shutdown()
            throw error
        }
    }

    private func ask(_ url: URL, _ client: HTTPClient, maximum: Int) async throws -> Answer {
        var request = HTTPClientRequest(url: url.absoluteString)
        request.headers.add(name: "User-Agent", value: "Marquee")
        let response = try await client.execute(request, timeout: .seconds(deadlineSeconds))
        if [301, 302, 303, 307, 308].contains(response.status.code),
            let location = response.headers.first(name: "Location")
        {
            return .redirect(location)
        }
        guard (200..<300).contains(response.status.code) else {
            throw PublishingError(.unreachable, "\(Self.shown(url)) answers \(response.status.code)", isAnswer: true)
        }
        return .body(Data(buffer: try await response.body.collect(upTo: maximum)))
    }

    /// Without the query, which may hold a credential.
    private static func shown(_ url: URL) -> String { "\(url.scheme ?? "")://\(url.host() ?? "")\(url.path())" }
}

extension HTTPSourceFetcher.Reach {
    /// The reach of the addresses that a document names: once one document was outside the operator's networks, nothing
    /// inside them may be fetched.
    func afterAsking(isInside: Bool) -> Self { self == .anywhere || isInside ? self : .publicOnly }

    /// The networks that may be fetched from besides the public internet.
    fileprivate var ranges: [AddressRange] {
        switch self {
        case .publicAnd(let ranges): ranges
        case .publicOnly, .anywhere: []
        }
    }
}
