import HTTPTypes
import Hummingbird
import Web

/// Decides who may use the lab.
struct LabGuard: Sendable {
    /// The header that the lab's own script sets on every change.
    private static let changeHeader = "x-marquee-lab"

    /// `nil` accepts any host, for a lab where a sign-in identifies the person.
    let hosts: TrustedHosts?
    let authorize: @Sendable (Request) async throws -> Bool

    func reading(_ request: Request, _ body: () async throws -> Response) async throws -> Response {
        if let hosts, !hosts.trust(request.head.authority) {
            throw LabError(.notAllowed, "the device lab is not served under this host name")
        }
        guard try await authorize(request) else {
            throw LabError(.notAllowed, "sign in to the portal to use the device lab")
        }
        return try await body()
    }

    /// Accepts a request that changes something only from this origin's own script; a page of another origin cannot add
    /// the header without a CORS preflight.
    func changing(_ request: Request, _ body: () async throws -> Response) async throws -> Response {
        try await reading(request) {
            guard request.headers.contains(where: { $0.name.canonicalName == Self.changeHeader && $0.value == "1" })
            else { throw LabError(.notAllowed, "only the lab's own page may do this") }
            return try await body()
        }
    }
}
