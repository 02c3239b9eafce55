import Comparison
import Foundation
import PlatformStore
import MarqueeServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A person who is signed in to a server's portal.
struct PortalVisitor: Sendable {
    private let session = URLSession(configuration: .ephemeral)
    private let portal: URL

    init(of server: RunningServer) async throws {
        portal = server.address.appending(path: "portal/")
        let password = "an invented password"
        _ = try await server.server.platform.accounts.createFirst(name: "Ann", password: password)
        var request = URLRequest(url: portal.appending(path: "sign-in"))
        request.httpMethod = "POST"
        request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        request.httpBody = Data("name=Ann&password=\(password.replacing(" ", with: "+"))".utf8)
        _ = try await answer(request)
    }

    /// - Returns: the page.
    func get(_ path: String) async throws -> Data {
        guard let url = URL(string: path, relativeTo: portal) else { throw BenchmarkFailure("no address: \(path)") }
        return try await answer(URLRequest(url: url))
    }

    private func answer(_ request: URLRequest) async throws -> Data {
        let (data, response) = try await session.data(for: request)
        guard (response as? HTTPURLResponse)?.statusCode == 200,
            response.url?.lastPathComponent != "sign-in" || request.httpMethod == "GET"
        else {
            throw BenchmarkFailure("\(request): \(response)")
        }
        return data
    }
}
