import Foundation
import HTTPTypes
import Hummingbird
import MarqueeWire
import PlatformStore
import Web

/// What the dialects share: reading requests, answering them, and telling journal and metrics.
struct PlacementDesk: Sendable {
    /// The most bytes of a request's body.
    static let largestBody = 256 << 10
    private static let longestQuery = 64 << 10

    let service: PlacementService
    let secrets: AppSecrets
    let credentials: any CredentialStore
    let journal: any PlacementJournal
    let senders: any PlacementSenders
    /// Proxies before the server.
    let proxies: Int
    /// Without a slash at the end.
    let publicAddress: String?
    /// For requests to a server without a public address.
    let asked: AskedAddress
    let count: @Sendable (PlacementEvent.Route, PlacementEvent.Outcome) -> Void
    let now: @Sendable () -> Timestamp

    /// The body of a request, which its address is charged for.
    func body(
        of request: Request, _ context: some RequestContext, _ route: PlacementEvent.Route
    ) async throws -> [UInt8] {
        guard let address = PeerAddress(request, context, proxies: proxies)?.number else {
            return try await BodyReader(limit: Self.largestBody).read(request)
        }
        try counted(route) { try senders.admit(address) }
        let body = try await BodyReader(limit: Self.largestBody).read(request)
        try counted(route) { try senders.charge(request.uri.string.utf8.count + body.count, address: address) }
        return body
    }

    /// The parameters of the query and of a form together; `nil` for what cannot be read.
    func form(
        of request: Request, _ context: some RequestContext, _ route: PlacementEvent.Route
    ) async throws -> [String: String]? {
        let body = try await body(of: request, context, route)
        let query = request.uri.query ?? ""
        guard query.utf8.count <= Self.longestQuery, let text = String(validating: body, as: UTF8.self) else {
            return nil
        }
        return FormParameters(query, text)?.values
    }

    /// Charges the install of a request whose signature was checked: a stranger can name any.
    func charge(_ parameters: [String: String], _ install: String?) throws {
        guard let install else { return }
        let size = parameters.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
        try senders.charge(size, install: install)
    }

    /// Counts a request that fails, for metrics.
    func counted(_ route: PlacementEvent.Route, _ body: () throws -> Void) throws {
        do { try body() } catch {
            count(route, Self.outcome(of: error))
            throw error
        }
    }

    private static func outcome(of error: any Error) -> PlacementEvent.Outcome {
        (error as? any ProblemDescribing)?.problem?.status == .tooManyRequests ? .throttled : .unavailable
    }

    /// Carries out a request, and answers it in the envelope.
    /// - Parameters:
    ///   - keys: of the app; none for an app that does not exist.
    ///   - note: begins the journal's sentence.
    ///   - call: checks who asks.
    ///   - signing: the headers that sign a body.
    func answer(
        _ request: Request, _ route: PlacementEvent.Route, app: String, keys: [PlacementKey],
        parameters: [String: String], note: String = "", call: () async throws -> PlacementCall,
        signing: ([UInt8]) -> HTTPFields
    ) async throws -> Response {
        func event(_ outcome: PlacementEvent.Outcome, _ detail: String) -> PlacementEvent {
            let device = PlacementDevice(parameters)
            var event = PlacementEvent(
                app: keys.isEmpty ? nil : app, route: route, install: device.install ?? "", line: Self.line(request),
                parameters: device.maskedParameters, outcome: outcome, detail: note + detail,
                identifiers: device.identifiers)
            if !note.isEmpty { event.parameters[PlacementDevice.udid] = "(dropped)" }
            return event
        }
        do {
            guard !keys.isEmpty else { throw PlacementRefusal.stranger(.unknownToken, "no app has this token") }
            let call = try await call()
            try charge(parameters, call.device.ownInstall)
            let answer =
                switch route {
                case .open: try await service.open(call)
                case .purchase: try await service.purchase(call)
                default: try await service.content(call)
                }
            if answer.isTest {
                await tell(event(answer.outcome, answer.detail()))
            } else {
                count(route, answer.outcome)
            }
            return EnvelopeDialect.success(answer.response, signing: signing)
        } catch let refusal as PlacementRefusal {
            await tell(event(refusal.outcome, refusal.detail))
            return EnvelopeDialect.refused(refusal.message, refusal.status, signing: signing)
        } catch {
            count(route, Self.outcome(of: error))
            throw (error as? any ProblemDescribing).flatMap { SignedProblem($0, signing) } ?? error
        }
    }

    /// Counts a request of a device that is a test device, or may be one, and tells the journal of it.
    func tell(_ event: PlacementEvent) async {
        count(event.route, event.outcome)
        await journal.record(event)
    }

    /// Whether the sender showed an API token that may read the app's placements.
    func hasToken(_ request: Request, app: String) async -> Bool {
        guard let text = request.headers.bearerToken else { return false }
        do {
            let token = try await credentials.authenticate(token: text, now: now())
            return token?.allows(.placementsRead, app: app) ?? false
        } catch {
            // Without an answer of the store, the sender is a stranger.
            return false
        }
    }

    /// The server's address as the device reaches it, without a slash at the end.
    func base(of request: Request) -> String {
        if let publicAddress { return publicAddress }
        return asked.base(of: request.head.authority)
    }

    /// Method and path of a request, as the journal keeps them; a path has at most 200 characters there.
    static func line(_ request: Request) -> String { "\(request.method.rawValue) \(request.uri.path.prefix(200))" }

    /// The form of nonces: none can be the beginning of a JSON document.
    static func isNonce(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 48...57, 65...90, 97...122, UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }
}
