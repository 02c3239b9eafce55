import Foundation
import MarqueeTesting
import MarqueeWire

@testable import MarqueeCore
@testable import MarqueeEngage

/// Engage in a temporary folder, with a manual clock, a scripted network, and ids and tokens that a test sets.
final class EngageFixture: Sendable {
    static let host = "https://engage.example/"

    let folder: TemporaryFolder
    let clock: ManualClock
    let transport: FakeTransport
    let identity = TestIdentity()
    let tokens = TestTokens()
    let log = Log(build: .debug)
    let messages = RecordingLog()
    /// Each of these calls fails the storing of items, as a full disk does.
    let isDiskFull = Locked(false)

    init(_ transport: FakeTransport = FakeTransport(), now: Timestamp? = nil) throws {
        folder = try TemporaryFolder()
        clock = now.map { ManualClock($0) } ?? ManualClock()
        self.transport = transport
        log.severityLevel = .info
        log.verbosityLevel = .info
        log.setReceiver(messages)
    }

    var environment: Environment {
        var environment = Environment(
            folder: folder.url, transport: transport, clock: clock,
            reached: { [isDiskFull] point in
                if point == .outboxCommitting, isDiskFull.withLock({ $0 }) {
                    throw MarqueeError(.storage, "the disk is full")
                }
            })
        environment.app = Self.app
        return environment
    }

    static var app: AppInfo {
        var app = AppInfo()
        app.name = "HighLarch"
        app.version = "2.1"
        app.build = "417"
        app.system = "iOS"
        app.systemVersion = "16.4.1"
        app.model = "iPhone15,2"
        return app
    }

    /// The settings of an app that sends to an Engage-compatible host.
    static let hostSettings: [ConfigurationKey: ConfigurationKey.Value] = [
        .engageHost: .text(host), .engageClientID: .text("client"), .engageClientSecret: .text("s3cr3t-of-the-client"),
        .engageRefreshToken: .text("r3fr3sh-token"), .engageListID: .text("45654"),
    ]

    /// Opens the SDK's core and Engage; neither is started.
    func open(
        _ settings: [ConfigurationKey: ConfigurationKey.Value] = hostSettings, appState: AppState = .foreground
    ) throws -> (core: Core, engage: Engage) {
        guard let service = URL(string: "https://marquee.example/v1/apps/brand/main") else {
            throw MarqueeError(.invalidParameters, "the text is not a URL")
        }
        let core = try Core(
            configuration: Configuration(service: service, settings: settings), environment: environment, log: log,
            appState: appState)
        let state = try EngageState(environment)
        return (core, try Engage(core: core, state: state, identity: identity, tokens: tokens))
    }

    /// The bodies of the requests to the host so far, decoded as a host decodes them.
    func submissions() throws -> [Submission] {
        try transport.requests.filter { $0.url.path().hasSuffix("/submission") }.map {
            try JSONDecoder().decode(Submission.self, from: $0.body ?? Data())
        }
    }

    /// The batches that Marquee's own service got so far.
    func batches() throws -> [EventBatch] {
        try transport.requests.filter { $0.url.host() == "marquee.example" }.map(Self.batch)
    }

    static func batch(_ request: TransportRequest) throws -> EventBatch {
        let json = try Gzip.decompress(request.body ?? Data(), maximum: EventBatch.maximumSize)
        return try JSONDecoder().decode(EventBatch.self, from: json)
    }

    /// Answers that count no attempt: the receiver asks the app to wait, or a Wi-Fi answers in its place.
    static let noAttempts: [Result<TransportResponse, TransportError>] = [
        answer(429), answer(429, ["Retry-After": "50"]), answer(511), answer(200, [:], "<html>sign in</html>"),
        .failure(TransportError(.untrusted, "another certificate")),
        .failure(TransportError(.redirectRefused, "to the sign-in page")),
        .failure(TransportError(.bodyTooLarge, "a large page")),
        .failure(TransportError(.insecureURL, "no TLS")), offline,
    ]

    /// Answers as a host that accepts everything, and as a Marquee service that accepts everything.
    static let accepting: FakeTransport.Answer = { request throws(TransportError) in
        guard request.url.host() == "marquee.example" else { return TransportResponse(status: 200) }
        guard let ids = try? batch(request).events.map(\.id) else { return TransportResponse(status: 400) }
        let receipt = EventReceipt(
            batch: EventReceipt.batchID(of: ids), verdicts: ids.map { _ in .accepted }, reasons: [])
        return TransportResponse(status: 200, body: Data(((try? receipt.json) ?? "").utf8))
    }
}

/// What a host gets.
struct Submission: Decodable {
    let install: String
    let sent: Int64
    let events: [UniversalEvent]

    var names: [String] { events.map { $0["Event Name"] ?? $0["Goal Name"] ?? $0.type.eventName } }
}

/// Ids that a test sets.
final class TestIdentity: EngageIdentitySource {
    private struct State {
        var ids = EngageIDs()
        var observers: [@Sendable () -> Void] = []
    }

    private let state: Locked<State>

    init() {
        var first = State()
        first.ids.deviceID = "device-1"
        first.ids.mobileUserID = "mobile-1"
        state = Locked(first)
    }

    var ids: EngageIDs { state.withLock { $0.ids } }

    func observe(_ observer: @escaping @Sendable () -> Void) { state.withLock { $0.observers.append(observer) } }

    func set(_ change: @Sendable (inout EngageIDs) -> Void) {
        let observers = state.withLock { state in
            var ids = state.ids
            change(&ids)
            state.ids = ids
            return state.observers
        }
        for observer in observers { observer() }
    }
}

/// Tokens that count up; a test can make the next calls fail.
final class TestTokens: AccessTokenSource {
    private struct State {
        var number = 1
        var failures: [EngageError] = []
        var discarded: [String] = []
        var meanwhile: (@Sendable () -> Void)?
    }

    private let state = Locked(State())

    var discarded: [String] { state.withLock { $0.discarded } }

    func fail(_ errors: EngageError...) { state.withLock { $0.failures += errors } }

    /// Runs `body` while the next caller waits for a token.
    func meanwhile(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.meanwhile = body } }

    func token() async throws(EngageError) -> String {
        let meanwhile = state.withLock { state in
            defer { state.meanwhile = nil }
            return state.meanwhile
        }
        meanwhile?()
        let result: Result<String, EngageError> = state.withLock { state in
            if !state.failures.isEmpty { return .failure(state.failures.removeFirst()) }
            return .success("token-\(state.number)")
        }
        return try result.get()
    }

    func discard(_ token: String) {
        state.withLock { state in
            state.discarded.append(token)
            if token == "token-\(state.number)" { state.number += 1 }
        }
    }
}

/// Answers of hosts.
func answer(_ status: Int, _ headers: [String: String] = [:], _ body: String = "") -> Result<
    TransportResponse, TransportError
> {
    .success(TransportResponse(status: status, headers: headers, body: Data(body.utf8)))
}

let offline: Result<TransportResponse, TransportError> = .failure(TransportError(.unreachable, "off"))

/// 2014-12-25T00:00:00Z and the like.
func time(_ text: String) throws -> Timestamp {
    guard let time = Timestamp(universalText: text) else { throw MarqueeError(.invalidParameters, text) }
    return time
}
