import HTTPTypes
import Hummingbird
import Logging
import MarqueeCore
import MarqueeHub
import NIOCore

/// Decides who may use the lab, and turns its errors into answers.
struct LabGuard: Sendable {
    /// Set by the lab's own script on every change.
    private static let changeHeader = "x-marquee-lab"

    /// `nil` takes any host, where something else proves who is asking.
    let hosts: TrustedHosts?
    let authorize: @Sendable (Request) async throws -> Bool

    func reading(
        _ request: Request, _ context: some RequestContext, _ body: () async throws -> Response
    ) async throws -> Response {
        if let hosts, !hosts.trust(request.head.authority) {
            return try JSONAnswer.make(LabError(.notAllowed, "the device lab is not served under this host name"))
        }
        do {
            guard try await authorize(request) else {
                throw LabError(.notAllowed, "sign in to the portal to use the device lab")
            }
            return try await body()
        } catch let error as LabError {
            return try JSONAnswer.make(error)
        } catch let error as MarqueeError {
            return try refused(error.message, isBadCommand: error.code == .invalidParameters)
        } catch let error as HubError {
            return try refused(error.message, isBadCommand: error.code == .invalidParameters)
        } catch is NIOTooManyBytesError {
            // The server around the lab knows no such error and would call it its own. It names the bytes that were left when
            // the last part came, which says nothing to a person.
            return try JSONAnswer.make(LabError(.tooLarge, "this request is larger than the lab takes"))
        } catch let error as any HTTPResponseError {
            throw error
        } catch {
            context.logger.error("the device lab failed", metadata: ["error": "\(error)"])
            return try JSONAnswer.make(LabError(.internal, "the lab could not do this; the server's log says why"))
        }
    }

    private func refused(_ message: String, isBadCommand: Bool) throws -> Response {
        try JSONAnswer.make(LabError(isBadCommand ? .badCommand : .refused, message))
    }

    /// A request that changes something: sent by this origin's own script, since no other can add the header without
    /// being asked for.
    func changing(
        _ request: Request, _ context: some RequestContext, _ body: () async throws -> Response
    ) async throws -> Response {
        try await reading(request, context) {
            guard request.headers.contains(where: { $0.name.canonicalName == Self.changeHeader && $0.value == "1" })
            else { throw LabError(.notAllowed, "only the lab's own page may do this") }
            return try await body()
        }
    }
}
